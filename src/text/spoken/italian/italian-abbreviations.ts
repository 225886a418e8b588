/** Italian abbreviations; the notation is described at `AbbreviationRules`. */
export const italianAbbreviations = `
  sig. any Signor
  sig.ra any Signora
  sig.na any Signorina
  sigg. any Signori
  dott. any Dottor
  dott.ssa any Dottoressa
  dr. any Dottor
  prof. any Professor
  prof.ssa any Professoressa
  avv. any Avvocato
  ing. any Ingegner
  arch. name Architetto
  geom. name Geometra
  rag. name Ragionier
  on. name Onorevole
  sen. name Senatore
  gen. name Generale
  col. name Colonnello
  Cap. name Capitano
  Ten. name Tenente
  p.za name piazza
  p.zza name piazza
  mons. any Monsignor
  S. name San
  SS. name Santi
  Ill.mo any Illustrissimo
  Egr. any Egregio
  Spett.le any Spettabile
  ecc. any eccetera
  etc. any eccetera
  p._es. any per esempio
  ad_es. any ad esempio
  es. lower esempio
  cfr. any confronta
  ca. any circa
  pag. number pagina
  pagg. number pagine
  p. number pagina
  pp. number pagine
  cap. number capitolo
  capp. number capitoli
  vol. any volume
  voll. any volumi
  art. number articolo
  artt. number articoli
  fig. number figura
  figg. number figure
  n. number numero
  nn. number numeri
  num. number numero
  v. number verso
  vv. number versi
  ed. after edizione
  tel. any telefono
  sec. number secolo
  sec. after secolo
  a._C. any avanti Cristo
  d._C. any dopo Cristo
  P._S. any post scriptum
  N._B. any nota bene
  V._E. any Vostra Eccellenza
  S._E. name Sua Eccellenza
  S._M. name Sua Maestà
  F.lli any Fratelli
  gen. number gennaio
  gen. after gennaio
  feb. after febbraio
  mar. after marzo
  apr. after aprile
  giu. after giugno
  lug. after luglio
  ago. after agosto
  sett. after settembre
  set. after settembre
  ott. after ottobre
  nov. after novembre
  dic. after dicembre
`;

/** Acronyms that are also written with full stops. */
export const italianAcronyms = new Set('USA US ONU UE NATO URSS BBC FBI CIA RAI FIAT SPA SRL DC PCI PSI'.split(' '));
