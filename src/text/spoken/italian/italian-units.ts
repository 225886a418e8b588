import { currencyTable, nounTable } from '../reading/nouns.ts';

/** Units after a number. */
export const italianUnits = nounTable(`
  km|m|chilometro|chilometri
  m mt|m|metro|metri
  cm|m|centimetro|centimetri
  mm|m|millimetro|millimetri
  kg|m|chilogrammo|chilogrammi
  g gr|m|grammo|grammi
  hg|m|ettogrammo|ettogrammi
  mg|m|milligrammo|milligrammi
  q|m|quintale|quintali
  t|f|tonnellata|tonnellate
  l L|m|litro|litri
  ml|m|millilitro|millilitri
  cl|m|centilitro|centilitri
  km/h|m|chilometro orario|chilometri orari
  m/s|m|metro al secondo|metri al secondo
  km/s|m|chilometro al secondo|chilometri al secondo
  m² mq|m|metro quadrato|metri quadrati
  km² kmq|m|chilometro quadrato|chilometri quadrati
  cm²|m|centimetro quadrato|centimetri quadrati
  m³ mc|m|metro cubo|metri cubi
  cm³|m|centimetro cubo|centimetri cubi
  °|m|grado|gradi
  °C|m|grado Celsius|gradi Celsius
  °F|m|grado Fahrenheit|gradi Fahrenheit
  %|m|per cento|per cento
  ‰|m|per mille|per mille
  Hz|m|hertz|hertz
  kHz|m|chilohertz|chilohertz
  MHz|m|megahertz|megahertz
  W|m|watt|watt
  kW|m|chilowatt|chilowatt
  kWh|m|chilowattora|chilowattora
  CV|m|cavallo|cavalli
  V|m|volt|volt
  KB kB|m|kilobyte|kilobyte
  MB|m|megabyte|megabyte
  GB|m|gigabyte|gigabyte
  dB|m|decibel|decibel
  kcal|f|chilocaloria|chilocalorie
  s sec.|m|secondo|secondi
  min min.|m|minuto|minuti
  h|f|ora|ore
`);

/** Currencies before or after a number. */
export const italianCurrencies = currencyTable(`
  € EUR|m|euro|euro|m|centesimo|centesimi
  $ US$ USD|m|dollaro|dollari|m|centesimo|centesimi
  £ GBP|f|sterlina|sterline|m|penny|pence
  ¥|m|yen|yen
  L. Lit.|f|lira|lire
`);

/** Names of powers of ten. */
export const italianScales = nounTable(`
  mila|m|mila|mila
  milione milioni mln|m|milione|milioni
  miliardo miliardi mld|m|miliardo|miliardi
`);
