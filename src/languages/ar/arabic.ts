import type { Language } from '../language.ts';

/** What is known of Arabic. */
export const arabic: Language = {
  word: 'مرحبا',
  titles: {
    chapter: 'فصل|الفصل|باب',
    part: 'الجزء',
    cover: 'الغلاف|غلاف',
    pieces: 'إهداء|مقدمة|تمهيد|خاتمة',
    numbers: `1=الأول/الأولى/أول 2=الثاني/الثانية 3=الثالث/الثالثة 4=الرابع/الرابعة 5=الخامس/الخامسة
      6=السادس/السادسة 7=السابع/السابعة 8=الثامن/الثامنة 9=التاسع/التاسعة 10=العاشر/العاشرة`,
    pages: { contents: 'المحتويات الفهرس' },
  },
};
