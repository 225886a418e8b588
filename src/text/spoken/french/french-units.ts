import { currencyTable, nounTable } from '../reading/nouns.ts';

/** Units after a number. */
export const frenchUnits = nounTable(`
  km|m|kilomètre|kilomètres
  m|m|mètre|mètres
  cm|m|centimètre|centimètres
  mm|m|millimètre|millimètres
  kg|m|kilogramme|kilogrammes
  g|m|gramme|grammes
  mg|m|milligramme|milligrammes
  t|f|tonne|tonnes
  l L|m|litre|litres
  ml mL|m|millilitre|millilitres
  cl|m|centilitre|centilitres
  hl|m|hectolitre|hectolitres
  km/h|m|kilomètre à l'heure|kilomètres à l'heure
  m/s|m|mètre par seconde|mètres par seconde
  km/s|m|kilomètre par seconde|kilomètres par seconde
  m²|m|mètre carré|mètres carrés
  km²|m|kilomètre carré|kilomètres carrés
  cm²|m|centimètre carré|centimètres carrés
  m³|m|mètre cube|mètres cubes
  cm³|m|centimètre cube|centimètres cubes
  ha|m|hectare|hectares
  ° º|m|degré|degrés
  °C|m|degré Celsius|degrés Celsius
  °F|m|degré Fahrenheit|degrés Fahrenheit
  %|m|pour cent|pour cent
  ‰|m|pour mille|pour mille
  Hz|m|hertz|hertz
  kHz|m|kilohertz|kilohertz
  MHz|m|mégahertz|mégahertz
  GHz|m|gigahertz|gigahertz
  W|m|watt|watts
  kW|m|kilowatt|kilowatts
  kWh|m|kilowattheure|kilowattheures
  ch|m|cheval|chevaux
  V|m|volt|volts
  ko|m|kilooctet|kilooctets
  Mo|m|mégaoctet|mégaoctets
  Go|m|gigaoctet|gigaoctets
  dB|m|décibel|décibels
  kcal|f|kilocalorie|kilocalories
  s sec.|f|seconde|secondes
  min min. mn|f|minute|minutes
`);

/** Currencies before or after a number. */
export const frenchCurrencies = currencyTable(`
  € EUR|m|euro|euros|m|centime|centimes
  $ US$ USD|m|dollar|dollars|m|cent|cents
  £ GBP|f|livre|livres|m|penny|pence
  ¥|m|yen|yens
  F FF|m|franc|francs|m|centime|centimes
  CHF|m|franc suisse|francs suisses|m|centime|centimes
`);

/** Names of powers of ten. */
export const frenchScales = nounTable(`
  million millions|m|million|millions
  milliard milliards|m|milliard|milliards
  Md Mds|m|milliard|milliards
`);

/** Names of powers of ten with a currency only. */
export const frenchPriceScales = nounTable(`
  M|m|million|millions
`);
