/** German abbreviations; the notation is described at `AbbreviationRules`. */
export const germanAbbreviations = `
  Dr._med. any Doktor
  Dr._phil. any Doktor
  Dr._jur. any Doktor
  Dr._rer._nat. any Doktor
  Dr._h._c. any Doktor
  Dr. title Doktor
  Dres. name Doktoren
  Prof. title Professor
  Hr. title Herr
  Hrn. title Herrn
  Fr. name Frau
  Frl. title Fräulein
  St. title Sankt
  Dipl.-Ing. any Diplomingenieur
  Ing. name Ingenieur
  Hptm. name Hauptmann
  Lt. name Leutnant
  Gen. name General
  Nr. number Nummer
  Nrn. number Nummern
  S. number Seite
  Bd. any Band
  Bde. any Bände
  Kap. any Kapitel
  Abs. number Absatz
  Abb. any Abbildung
  Art. number Artikel
  Tab. number Tabelle
  Anm. any Anmerkung
  ff. after folgende
  f. after folgende
  Aufl. any Auflage
  Hrsg. any Herausgeber
  hrsg. any herausgegeben
  Jh. any Jahrhundert
  Jhs. any Jahrhunderts
  Jhd. any Jahrhundert
  Tel. any Telefon
  Str. any Straße
  Mio. after Millionen
  Mrd. after Milliarden
  z._B. any zum Beispiel
  z._T. any zum Teil
  z._Z. any zurzeit
  z._Zt. any zurzeit
  d._h. any das heißt
  d._i. any das ist
  u._a. any unter anderem
  u._Ä. any und Ähnliches
  u._ä. any und ähnliche
  o._Ä. any oder Ähnliches
  o._ä. any oder ähnliche
  u._U. any unter Umständen
  u._v._a. any und viele andere
  u._v._m. any und vieles mehr
  usw. any und so weiter
  usf. any und so fort
  etc. any et cetera
  bzw. any beziehungsweise
  evtl. any eventuell
  ggf. any gegebenenfalls
  vgl. any vergleiche
  ca. any circa
  sog. any sogenannte
  inkl. any inklusive
  exkl. any exklusive
  zzgl. any zuzüglich
  bes. lower besonders
  insb. any insbesondere
  i._d._R. any in der Regel
  i._A. any im Auftrag
  i._R. any im Ruhestand
  s._o. any siehe oben
  s._u. any siehe unten
  m._E. any meines Erachtens
  a._D. any außer Dienst
  v._Chr. any vor Christus
  n._Chr. any nach Christus
  v._a. any vor allem
  geb. number geboren
  geb. name geborene
  gest. number gestorben
  verh. any verheiratet
  gegr. number gegründet
  jun. any junior
  sen. any senior
  kath. lower katholisch
  ev. lower evangelisch
  dt. lower deutsch
  engl. lower englisch
  frz. lower französisch
  lat. lower lateinisch
  griech. lower griechisch
  hl. name heilige
  Hl. name Heilige
  Mo. number Montag
  Jan. number Januar
  Feb. number Februar
  Febr. number Februar
  Apr. number April
  Aug. number August
  Sept. number September
  Okt. number Oktober
  Nov. number November
  Dez. number Dezember
  Jan. after Januar
  Feb. after Februar
  Febr. after Februar
  Apr. after April
  Aug. after August
  Sept. after September
  Sep. after September
  Okt. after Oktober
  Nov. after November
  Dez. after Dezember
  p._S. any PS
  P._S. any PS
  N._N. any NN
  G._m._b._H. any GmbH
  e._V. any eingetragener Verein
`;

/** Acronyms that are also written with full stops. */
export const germanAcronyms = new Set(
  'USA US UNO EU DDR BRD UdSSR NATO GmbH AG KG PS NN LKW PKW TV BBC CIA FBI SS SA NSDAP SPD CDU'.split(' '),
);
