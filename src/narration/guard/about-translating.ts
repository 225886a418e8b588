/** Words for a translation in many languages. */
export const aTranslation =
  /translat|traducci[oó]n|traduction|traduzione|tradução|übersetz|vertaling|oversættelse|oversettelse|översättning|перевод(?![а-яё])|переводом|переклад(?![а-яіїє])|перекладом|tłumaczeni|překlad|fordítás|çeviri(?!\p{L})|tercüme|翻[译譯訳]|번역|ترجمة|अनुवाद/iu;

/** Words for translating, of which some say other things, too. */
export const toTranslate =
  /traduc|traduir|traduz|tradur|vertal|overs[aeæ]t|översät|перев[ео]|перекла|tłumacz|překlá|přelož|çevir|fordít|ترجم/iu;
