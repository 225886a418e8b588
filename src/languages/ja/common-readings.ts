/**
 * Nouns for which IPADIC's most likely reading is a rare one: the word, that reading, and the one in common use, which is that of the NAIST Japanese
 * dictionary of Open JTalk.
 */
const common: ReadonlyMap<string, string> = new Map(
  `語 かたり ご, 間 ま あいだ, この間 このかん このあいだ, 後 のち あと, 後 ご あと, 端 はじ はし, 仮名 かめー かな, 辺 あたり へん, 日本 にっぽん にほん,
  土 ど つち, 角 かく かど, 露 ろ つゆ, 我 わが われ, 静 せー しずか, 勢 ぜー いきおい, 都 と みやこ, 色 しょく いろ, 白髪 はくはつ しらが, 好 よしみ このみ,
  要 よー かなめ, 傍 はた そば, 行末 ぎょーまつ ゆくすえ, 笑 えみ わらい, 使 し つかい, 風流 ふりゅー ふーりゅー, 行 くだり ぎょー, 何時 いつ なんじ`
    .split(/,\s+/u)
    .map((row): [string, string] => {
      const [word = '', rare = '', usual = ''] = row.split(' ');
      return [`${word} ${rare}`, usual];
    }),
);

/** Returns the reading of a noun in common use, in hiragana, given the one of IPADIC. */
export function commonReading(word: string, reading: string): string {
  return common.get(`${word} ${reading}`) ?? reading;
}
