import { englishMonths } from './english-dates.ts';

const shortMonths = [...englishMonths.map((name) => [name.slice(0, 3), name] as const), ['Sept', 'September'] as const];

/** With or without a full stop, before and after a number. */
const monthEntries = shortMonths
  .filter(([short, name]) => short !== name)
  .flatMap(([short, name]) =>
    ['number', 'after'].flatMap((place) => [`${short}. ${place} ${name}`, `${short} ${place} ${name}`]),
  )
  .join('\n');

/** English abbreviations; the notation is described at `AbbreviationRules`. */
export const englishAbbreviations = `
  Mr. title Mister
  Mrs. title Missus
  Ms. title Miz
  Messrs. title Messieurs
  Dr. title Doctor
  Dr. any Drive
  Drs. title Doctors
  Prof. title Professor
  Profs. title Professors
  Rev. name Reverend
  Hon. name Honorable
  Fr. name Father
  Sr. comma Senior
  Sr. name Sister
  Sr. any Senior
  Jr. any Junior
  Esq. any Esquire
  St. title Saint
  St. any Street
  Sts. name Saints
  Ste. title Sainte
  Ave. any Avenue
  Blvd. any Boulevard
  Rd. any Road
  Ln. any Lane
  Sq. any Square
  Hwy. any Highway
  Apt. number Apartment
  Mt. title Mount
  Mts. any Mountains
  Ft. name Fort
  Capt. name Captain
  Cpt. name Captain
  Col. name Colonel
  Cols. name Colonels
  Gen. name General
  Gens. name Generals
  Lt. name Lieutenant
  Maj. name Major
  Sgt. name Sergeant
  Cpl. name Corporal
  Pvt. name Private
  Cmdr. name Commander
  Comdr. name Commander
  Adm. name Admiral
  Brig. name Brigadier
  Gov. name Governor
  Sen. name Senator
  Sens. name Senators
  Rep. name Representative
  Reps. name Representatives
  Pres. name President
  Supt. name Superintendent
  Insp. name Inspector
  Det. name Detective
  Atty. name Attorney
  Msgr. name Monsignor
  Mme. title Madame
  Mlle. title Mademoiselle
  Mgr. name Monsignor
  Geo. name George
  Wm. any William
  Chas. any Charles
  Jas. any James
  Thos. any Thomas
  Robt. any Robert
  Jos. name Joseph
  No. number number
  Nos. number numbers
  no. number number
  nos. number numbers
  nr. number number
  p. number page
  pp. number pages
  pg. number page
  pgs. number pages
  vol. number volume
  vols. number volumes
  ch. number chapter
  chap. number chapter
  chaps. number chapters
  chs. number chapters
  sec. number section
  secs. number sections
  fig. number figure
  figs. number figures
  art. number article
  par. number paragraph
  para. number paragraph
  pt. number part
  pts. number parts
  bk. number book
  bks. number books
  ver. number version
  v. number verse
  vv. number verses
  l. number line
  ll. number lines
  n. number note
  nn. number notes
  ed. after edition
  eds. any editors
  ex. number example
  eq. number equation
  tel. any telephone
  ext. number extension
  approx. any approximately
  pkg. any package
  pkgs. any packages
  lg. lower large
  med. lower medium
  sm. lower small
  ca. number circa
  c. number circa
  cf. any compare
  viz. any namely
  e._g. any for example
  eg. any for example
  i._e. any that is
  ie. any that is
  etc. any et cetera
  et_al. any and others
  ibid. any ibidem
  op._cit. any opus citatum
  loc._cit. any loco citato
  q._v. any which see
  N._B. any nota bene
  P._S. any PS
  P._P._S. any PPS
  R._S._V._P. any RSVP
  R._I._P. any RIP
  vs. any versus
  v. name versus
  dept. any department
  govt. any government
  univ. any university
  assn. any association
  assoc. any association
  bros. any brothers
  Inc. any Incorporated
  Ltd. any Limited
  Corp. any Corporation
  Co. any Company
  Mfg. any Manufacturing
  Intl. any International
  Natl. any National
  incl. any including
  max. number maximum
  min. number minimum
  misc. any miscellaneous
  abbr. any abbreviation
  orig. any originally
  Phil._Trans. any Philosophical Transactions
  trans. name translated by
  illus. any illustrated
  repr. any reprinted
  rev._ed. any revised edition
  esp. any especially
  b. number born
  d. number died
  fl. number flourished
  a._m. any AM
  p._m. any PM
  A._M. after AM
  P._M. after PM
  A._D. any AD
  B._C._E. any BCE
  B._C. any BC
  C._E. after CE
  Ph._D. any PhD
  Ph._Ds. any PhDs
  M._D. any MD
  D._C. any DC
  Mon. any Monday
  Tues. any Tuesday
  Tue. any Tuesday
  Wed. any Wednesday
  Thurs. any Thursday
  Thur. any Thursday
  Fri. any Friday
  Mass. comma Massachusetts
  Calif. comma California
  Conn. comma Connecticut
  Penn. comma Pennsylvania
  Tex. comma Texas
  Fla. comma Florida
  Ill. comma Illinois
  Mich. comma Michigan
  Minn. comma Minnesota
  Gen. number Genesis
  Matt. number Matthew
  Rom. number Romans
  Cor. number Corinthians
  Ps. number Psalm
  Rev. number Revelation
  Exod. number Exodus
  Deut. number Deuteronomy
${monthEntries}
`;

/** Acronyms that are also written with full stops. */
export const englishAcronyms = new Set(
  `US USA UK UN EU USSR UAE AD BC BCE CE DC AM PM PS PPS RIP RSVP TV PC FBI CIA BBC NATO NASA IRA IRS LAPD NYPD LA NY SS USS HMS RAF
  MP MPs QC KC VC VIP PhD MD CEO DNA DJ OK ID IQ IOU POW NCO GI HQ UFO YMCA`.split(/\s+/u),
);
