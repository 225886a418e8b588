import type { Language } from '../language.ts';

/** What is known of Japanese. */
export const japanese: Language = {
  word: 'こんにちは',
  titles: {
    authorNote: '作者より',
    roles: '翻訳|訳者|編集|校正',
    producers: '青空文庫作成ファイル|このファイルは、インターネットの図書館、青空文庫',
    cover: '表紙',
    contents: '目次',
    links: '目次(?:へ(?:戻る)?|に戻る)|前へ|次へ|(?:前|次|親)の?(?:トピック|章|ページ)|関連情報',
    index: '索引 人名索引 事項索引',
    bibliography: '引用文献 文献目録 参考文献',
    end: 'おわり|終',
    pieces: '序章?|あとがき|後記|献辞|はじめに|まえがき|おわりに|プロローグ|エピローグ',
    rights: '無断転載',
    legal: '著作権',
    notes: '注|注釈',
    pictures: '図版',
    pages: { 'title-page': '扉', copyright: '奥付', contents: '目次 図版目次 図目次 表目次' },
  },
  announcements: { formula: '数式', picture: '#ページの図', code: { other: 'コード例、#行。' } },
  sample: '最後の電車が坂を上っていきました。だれも降りようとはしませんでした。',
};
