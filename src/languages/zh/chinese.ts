import type { Language } from '../language.ts';

/** What is known of Chinese. */
export const chinese: Language = {
  word: '你好',
  titles: {
    authorNote: '作者有话说|作者有話說|作者的话|作者的話|译者注',
    chapterEnd: '本章完|本章未完|本章结束',
    roles: '翻译|翻譯|译者|譯者|校对|校對|编辑|編輯',
    reference: '见|見',
    cover: '封面',
    contents: '目录|目錄',
    links: '返回目[录錄]|[上下]一[页頁章]|[上下]一主[题題]|父主[题題]|相[关關]信息|相關資訊',
    index: '索引',
    bibliography: '参考文献 參考文獻 参考書目 參考書目',
    end: '完|终|終',
    pieces: '序章?|前言|后记|献词|獻詞|题词|序言|引言|導言|尾声',
    rights: '版权所有|版權所有',
    legal: '版权|版權',
    notes: '注|注释|註釋',
    pictures: '插图 插圖',
    pages: {
      cover: '封底',
      'title-page': '书名页',
      copyright: '版权 版权页 版權頁 版权信息',
      contents: '目录 目錄 插图目录 图目录 表目录',
    },
  },
  announcements: { formula: '公式', picture: '第#页的图片', code: { other: '代码示例，#行。' } },
  sample: '最后一班电车开上了山坡，谁也不想下车。',
};
