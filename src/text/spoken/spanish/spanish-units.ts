import { currencyTable, nounTable } from '../reading/nouns.ts';

/** Units after a number. */
export const spanishUnits = nounTable(`
  km|m|kilómetro|kilómetros
  m|m|metro|metros
  cm|m|centímetro|centímetros
  mm|m|milímetro|milímetros
  kg|m|kilogramo|kilogramos
  g gr|m|gramo|gramos
  mg|m|miligramo|miligramos
  t|f|tonelada|toneladas
  l L|m|litro|litros
  ml mL|m|mililitro|mililitros
  cl|m|centilitro|centilitros
  km/h|m|kilómetro por hora|kilómetros por hora
  m/s|m|metro por segundo|metros por segundo
  km/s|m|kilómetro por segundo|kilómetros por segundo
  m²|m|metro cuadrado|metros cuadrados
  km²|m|kilómetro cuadrado|kilómetros cuadrados
  cm²|m|centímetro cuadrado|centímetros cuadrados
  m³|m|metro cúbico|metros cúbicos
  cm³|m|centímetro cúbico|centímetros cúbicos
  ° º|m|grado|grados
  °C|m|grado Celsius|grados Celsius
  °F|m|grado Fahrenheit|grados Fahrenheit
  %|m|por ciento|por ciento
  ‰|m|por mil|por mil
  Hz|m|hercio|hercios
  kHz|m|kilohercio|kilohercios
  MHz|m|megahercio|megahercios
  W|m|vatio|vatios
  kW|m|kilovatio|kilovatios
  kWh|m|kilovatio hora|kilovatios hora
  V|m|voltio|voltios
  kB KB|m|kilobyte|kilobytes
  MB|m|megabyte|megabytes
  GB|m|gigabyte|gigabytes
  dB|m|decibelio|decibelios
  kcal|f|kilocaloría|kilocalorías
  s seg.|m|segundo|segundos
  min min.|m|minuto|minutos
  h hrs.|f|hora|horas
`);

/** Currencies before or after a number. */
export const spanishCurrencies = currencyTable(`
  € EUR|m|euro|euros|m|céntimo|céntimos
  $ US$ USD|m|dólar|dólares|m|centavo|centavos
  £ GBP|f|libra|libras|m|penique|peniques
  ¥|m|yen|yenes
  pts. ptas. pta.|f|peseta|pesetas|m|céntimo|céntimos
`);

/** Names of powers of ten. */
export const spanishScales = nounTable(`
  mil|m|mil|mil
  millón millones|m|millón|millones
  mill.|m|millón|millones
`);

/** Names of powers of ten with a currency only. */
export const spanishPriceScales = nounTable(`
  M|m|millón|millones
`);
