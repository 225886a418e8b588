import type { Language } from '../language.ts';

/** What is known of Hebrew. */
export const hebrew: Language = {
  word: 'שלום',
  titles: {
    chapter: 'פרק',
    part: 'חלק|ספר',
    cover: 'כריכה|עטיפה',
    bibliography: 'ביבליוגרפיה מקורות',
    pieces: 'הקדשה|הקדמה|פתח דבר|מבוא|אחרית דבר',
    numbers: `1=ראשון/ראשונה/אחד 2=שני/שנייה/שניה 3=שלישי/שלישית 4=רביעי/רביעית 5=חמישי/חמישית 6=שישי/ששי/שישית
      7=שביעי/שביעית 8=שמיני/שמינית 9=תשיעי/תשיעית 10=עשירי/עשירית`,
    rights: 'כל הזכויות',
    pages: { 'title-page': 'שער עמודהשער', copyright: 'זכויותיוצרים', contents: 'תוכן תוכןעניינים תוכןהעניינים' },
  },
};
