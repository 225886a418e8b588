/** ISO 639-1 and 639-2/T codes of the languages that books and voices come in, a pair a word. */
const PAIRS =
  'af:afr am:amh ar:ara as:asm az:aze ba:bak be:bel bg:bul bn:ben bs:bos ca:cat co:cos cs:ces cv:chv cy:cym da:dan ' +
  'de:deu el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas fi:fin fo:fao fr:fra fy:fry ga:gle gd:gla gl:glg gn:grn ' +
  'gu:guj he:heb hi:hin hr:hrv ht:hat hu:hun hy:hye ia:ina id:ind io:ido is:isl it:ita ja:jpn ka:kat kk:kaz kl:kal ' +
  'km:khm kn:kan ko:kor ku:kur ky:kir la:lat lb:ltz lo:lao lt:lit lv:lav mg:mlg mi:mri mk:mkd ml:mal mn:mon mr:mar ' +
  'ms:msa mt:mlt my:mya nb:nob ne:nep nl:nld nn:nno no:nor oc:oci om:orm or:ori pa:pan pl:pol ps:pus pt:por qu:que ' +
  'ro:ron ru:rus rw:kin sa:san sc:srd sd:snd se:sme si:sin sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp su:sun ' +
  'sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl tn:tsn tr:tur tt:tat ug:uig uk:ukr ur:urd uz:uzb ' +
  'vi:vie wo:wol xh:xho yi:yid yo:yor zh:zho zu:zul';

const CODES: ReadonlyMap<string, string> = new Map(
  PAIRS.split(' ').map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
);

/** The three-letter code (ISO 639-2/T) that audio files carry for a BCP-47 code; `und` when there is none. */
export function languageCode(language: string | undefined): string {
  const base = (language ?? '').toLowerCase().split(/[-_]/u, 1)[0] ?? '';
  if (/^[a-z]{3}$/u.test(base)) return base === 'cmn' || base === 'yue' ? 'zho' : base;
  return CODES.get(base) ?? 'und';
}
