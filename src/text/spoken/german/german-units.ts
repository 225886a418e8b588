import { currencyTable, nounTable } from '../reading/nouns.ts';

/** Units after a number. */
export const germanUnits = nounTable(`
  km|m|Kilometer
  m|m|Meter
  cm|m|Zentimeter
  mm|m|Millimeter
  µm μm|m|Mikrometer
  kg|n|Kilogramm
  g|n|Gramm
  mg|n|Milligramm
  t|f|Tonne|Tonnen
  Ztr.|m|Zentner
  Pfd.|n|Pfund
  l L|m|Liter
  ml|m|Milliliter
  cl|m|Zentiliter
  hl|m|Hektoliter
  km/h|m|Stundenkilometer
  m/s|m|Meter pro Sekunde
  km/s|m|Kilometer pro Sekunde
  m² qm|m|Quadratmeter
  km² qkm|m|Quadratkilometer
  cm²|m|Quadratzentimeter
  m³|m|Kubikmeter
  cm³ ccm|m|Kubikzentimeter
  ha|m|Hektar
  ° º|n|Grad
  °C|n|Grad Celsius
  °F|n|Grad Fahrenheit
  %|n|Prozent
  ‰|n|Promille
  Hz|n|Hertz
  kHz|n|Kilohertz
  MHz|n|Megahertz
  GHz|n|Gigahertz
  W|n|Watt
  kW|n|Kilowatt
  kWh|f|Kilowattstunde|Kilowattstunden
  PS|f|PS
  V|n|Volt
  kB KB|n|Kilobyte
  MB|n|Megabyte
  GB|n|Gigabyte
  TB|n|Terabyte
  dB|n|Dezibel
  kcal|f|Kilokalorie|Kilokalorien
  s Sek. Sek|f|Sekunde|Sekunden
  min Min. Min|f|Minute|Minuten
  h Std. Std|f|Stunde|Stunden
  Mon.|m|Monat|Monate
  J.|n|Jahr|Jahre
  EL|m|Esslöffel
  TL|m|Teelöffel
`);

/** Currencies before or after a number. */
export const germanCurrencies = currencyTable(`
  € EUR Euro|m|Euro|Euro|m|Cent|Cent
  $ US$ USD|m|Dollar|Dollar|m|Cent|Cent
  £ GBP|n|Pfund|Pfund|m|Penny|Pence
  ¥|m|Yen
  CHF Fr. sFr.|m|Franken|Franken|m|Rappen|Rappen
  DM|f|D-Mark|D-Mark|m|Pfennig|Pfennig
  M Mk.|f|Mark|Mark|m|Pfennig|Pfennig
  Pf.|m|Pfennig
  Ct. ct|m|Cent
`);

/** Names of powers of ten. */
export const germanScales = nounTable(`
  Tsd.|n|tausend|tausend
  Mio. Mio Millionen|f|Million|Millionen
  Million|f|Million|Millionen
  Mrd. Mrd Milliarden|f|Milliarde|Milliarden
  Milliarde|f|Milliarde|Milliarden
  Bio.|f|Billion|Billionen
`);
