import { currencyTable, nounTable } from '../reading/nouns.ts';

/** Units after a number. A unit that is also a common word (`in`, `a`) is listed with its full stop only. */
export const englishUnits = nounTable(`
  km km.|m|kilometer|kilometers
  m m.|m|meter|meters
  cm|m|centimeter|centimeters
  mm|m|millimeter|millimeters
  nm|m|nanometer|nanometers
  µm μm|m|micrometer|micrometers
  mi mi.|m|mile|miles
  ft ft.|m|foot|feet
  in.|m|inch|inches
  yd yd. yds yds.|m|yard|yards
  kg|m|kilogram|kilograms
  g|m|gram|grams
  mg|m|milligram|milligrams
  lb lb. lbs lbs.|m|pound|pounds
  oz oz.|m|ounce|ounces
  cwt cwt.|m|hundredweight|hundredweight
  l L|m|liter|liters
  ml mL|m|milliliter|milliliters
  cl|m|centiliter|centiliters
  gal gal.|m|gallon|gallons
  qt qt.|m|quart|quarts
  pt.|m|pint|pints
  tsp tsp. Tsp Tsp.|m|teaspoon|teaspoons
  tbsp tbsp. Tbsp Tbsp. TBSP|m|tablespoon|tablespoons
  km/h kph kmh|m|kilometer per hour|kilometers per hour
  m/s|m|meter per second|meters per second
  mph m.p.h.|m|mile per hour|miles per hour
  rpm r.p.m.|m|revolution per minute|revolutions per minute
  mpg|m|mile per gallon|miles per gallon
  m² m2 sqm|m|square meter|square meters
  km² km2|m|square kilometer|square kilometers
  cm² cm2|m|square centimeter|square centimeters
  m³ m3|m|cubic meter|cubic meters
  cm³ cm3 cc|m|cubic centimeter|cubic centimeters
  ft²|m|square foot|square feet
  ha|m|hectare|hectares
  ° º|m|degree|degrees
  °C ℃|m|degree Celsius|degrees Celsius
  °F ℉|m|degree Fahrenheit|degrees Fahrenheit
  K|m|kelvin|kelvins
  %|m|percent|percent
  ‰|m|per mille|per mille
  Hz|m|hertz|hertz
  kHz|m|kilohertz|kilohertz
  MHz|m|megahertz|megahertz
  GHz|m|gigahertz|gigahertz
  W|m|watt|watts
  kW|m|kilowatt|kilowatts
  kWh|m|kilowatt-hour|kilowatt-hours
  MW|m|megawatt|megawatts
  V|m|volt|volts
  mA|m|milliampere|milliamperes
  kB KB|m|kilobyte|kilobytes
  MB|m|megabyte|megabytes
  GB|m|gigabyte|gigabytes
  TB|m|terabyte|terabytes
  dB|m|decibel|decibels
  kcal|m|kilocalorie|kilocalories
  cal.|m|calorie|calories
  hp h.p.|m|horsepower|horsepower
  ms|m|millisecond|milliseconds
  sec sec. secs secs.|m|second|seconds
  min min. mins mins.|m|minute|minutes
  h hr hr. hrs hrs.|m|hour|hours
  yr yr. yrs yrs.|m|year|years
  mos.|m|month|months
  ′|m|foot|feet
  ″|m|inch|inches
`);

/** Currencies before or after a number. */
export const englishCurrencies = currencyTable(`
  $|m|dollar|dollars|m|cent|cents
  US$ USD|m|US dollar|US dollars|m|cent|cents
  C$ CA$ CAD|m|Canadian dollar|Canadian dollars|m|cent|cents
  A$ AU$ AUD|m|Australian dollar|Australian dollars|m|cent|cents
  £ GBP|m|pound|pounds|m|penny|pence
  € EUR|m|euro|euros|m|cent|cents
  ¥ JPY|m|yen|yen
  ₹ INR|m|rupee|rupees|m|paisa|paise
  ₽ RUB|m|ruble|rubles|m|kopeck|kopecks
  ₩|m|won|won
  CHF|m|Swiss franc|Swiss francs|m|centime|centimes
  ¢|m|cent|cents
`);

/** Names of powers of ten, which stand between an amount and its currency. */
export const englishScales = nounTable(`
  hundred|m|hundred
  thousand k|m|thousand
  million mn|m|million
  billion bn bn.|m|billion
  trillion tn|m|trillion
`);

/** Names of powers of ten after a currency only. */
export const englishPriceScales = nounTable(`
  K|m|thousand
  m m. M|m|million
  b B|m|billion
`);
