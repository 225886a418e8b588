import type { SpokenWords } from '../language.ts';

/** Words and grammar with which Turkish texts are read aloud. Numbers have one form, and no plural follows them. */
export const turkishSpoken: SpokenWords = {
  addresses: { at: 'et', dot: 'nokta', slash: 'bölü', dash: 'tire', underscore: 'alt çizgi' },
  abbreviations: [
    ['any', 'M.Ö. milattan önce, M.S. milattan sonra, v.b. ve benzeri, v.s. vesaire'],
    ['title', 'Dr. Doktor, Prof. Profesör, Doç. Doçent, Av. Avukat, Hz. Hazreti, Sn. Sayın'],
    ['number', 's. sayfa, sf. sayfa, No. numara, no. numara, bkz. bakınız'],
    ['after', 'yy. yüzyıl'],
    [
      'any',
      'vb. ve benzeri, vs. vesaire, örn. örneğin, bkz. bakınız, Cad. Caddesi, Sok. Sokak, Mah. Mahallesi, Apt. Apartmanı',
    ],
  ],
  acronyms: 'ABD AB BM NATO BBC TRT TV',
  units: `
    km|m|kilometre
    m|m|metre
    cm|m|santimetre
    mm|m|milimetre
    kg|m|kilogram
    g gr|m|gram
    mg|m|miligram
    l lt|m|litre
    ml|m|mililitre
    m²|m|metrekare
    km²|m|kilometrekare
    °C|m|santigrat derece
    °|m|derece
    dk|m|dakika
    sn|m|saniye`,
  currencies: `
    TL ₺ TRY|m|lira|lira|m|kuruş|kuruş
    € EUR|m|avro|avro|m|sent|sent
    $ US$ USD|m|dolar|dolar|m|sent|sent
    £ GBP|m|sterlin|sterlin|m|peni|peni`,
  scales: `
    bin|m|bin|bin
    milyon|m|milyon|milyon
    milyar|m|milyar|milyar`,
  symbols: `& ve, % yüzde, © copyright, + artı, = eşittir, @ et, € avro, $ dolar, £ sterlin, ₺ lira`,
  grammar: {
    marks: { decimal: ',', group: '. ' },
    cardinals: { masculine: 'cardinal', feminine: 'cardinal', neuter: 'cardinal', counting: 'cardinal' },
    words: { point: 'virgül', to: 'ila', minus: 'eksi', plus: 'artı', about: 'yaklaşık' },
    fractions: { half: 'yarım', andHalf: 'buçuk', others: '1/4 çeyrek, 3/4 dörtte üç, 1/3 üçte bir, 2/3 üçte iki' },
    money: '{major} {minor}',
    percentFirst: 'yüzde',
    suffixes: 'dört dörd',
    ordinals: {
      small: `birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu on_birinci on_ikinci on_üçüncü
        on_dördüncü on_beşinci on_altıncı on_yedinci on_sekizinci on_dokuzuncu yirminci otuzuncu kırkıncı ellinci altmışıncı
        yetmişinci sekseninci doksanıncı`,
      compound: '{T} {u}',
      above: ' ',
      hundreds: 'yüzüncü',
      thousands: 'bininci',
    },
    ordinalNouns: `yüzyıl -, yüzyılda -, yüzyılın -, bölüm -, kısım -, cilt -, kitap -, perde -, sahne -, dünya -, mehmed -,
      mehmet -, murad -, murat -, selim -, abdülhamit -, abdülhamid -, süleyman -, mahmut -, mahmud -, bayezid -, beyazıt -, ahmed -,
      ahmet -, mustafa -, osman -, elizabeth -, katerina -, wilhelm -, friedrich -, napolyon -, ramses -, nikola -, aleksandr -`,
    dottedOrdinals: true,
    ranks: {
      labels: 'bölüm|kısım|cilt|kitap|perde|sahne|sayfa|numara|madde|şekil|tablo|oda|ayet|tip|faz|ek',
      rulers: {},
      first: true,
    },
    dates: {
      months: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık',
      joint: '\\s',
      spoken: '{d} {m}',
    },
    years: {},
    times: { before: 'saat|saati|saatte', marks: ':.', spoken: '{h} {m}', full: '{h}', hasZero: true },
  },
};
