import type { Language } from '../language.ts';

/** What is known of Korean. */
export const korean: Language = {
  word: '안녕하세요',
  titles: {
    authorNote: '작가의 말|작가 후기',
    roles: '번역|편집|교정',
    cover: '표지',
    links: '(?:이전|다음|상위) ?(?:주제|장)|관련 ?정보|목차로',
    index: '색인 찾아보기',
    bibliography: '참고문헌',
    end: '끝',
    pieces: '헌사|머리말|서문|후기|프롤로그|에필로그',
    rights: '무단\\s*전재',
    legal: '저작권',
    pages: { copyright: '판권', contents: '차례' },
  },
  announcements: { formula: '수식', picture: '#쪽의 그림', code: { other: '코드 예제, #줄.' } },
};
