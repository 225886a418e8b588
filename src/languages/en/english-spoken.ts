import type { SpokenWords } from '../language.ts';
import { englishGrammar } from './english-grammar.ts';

/** Words with which English texts are read aloud. */
export const englishSpoken: SpokenWords = {
  addresses: { at: 'at', dot: 'dot', slash: 'slash', dash: 'dash', underscore: 'underscore' },
  abbreviations: [
    [
      'any',
      `e._g. for example, i._e. that is, et_al. and others, op._cit. opus citatum, loc._cit. loco citato,
      q._v. which see, N._B. nota bene, P._S. PS, P._P._S. PPS, R._S._V._P. RSVP, R._I._P. RIP,
      Phil._Trans. Philosophical Transactions, a._m. AM, p._m. PM, A._D. AD, B._C._E. BCE, B._C. BC, Ph._D. PhD,
      Ph._Ds. PhDs, M._D. MD, D._C. DC`,
    ],
    ['number', 'v. verse'],
    [
      'comma',
      `Sr. Senior, Mass. Massachusetts, Calif. California, Conn. Connecticut, Penn. Pennsylvania, Tex. Texas,
      Fla. Florida, Ill. Illinois, Mich. Michigan, Minn. Minnesota`,
    ],
    [
      'title',
      `Mr. Mister, Mrs. Missus, Ms. Miz, Messrs. Messieurs, Dr. Doctor, Drs. Doctors, Prof. Professor,
      Profs. Professors, St. Saint, Ste. Sainte, Mt. Mount`,
    ],
    ['address', 'Mme. Madame, Mme Madame, Mlle. Mademoiselle, Mlle Mademoiselle'],
    [
      'name',
      `Pfc. Private, Pt. Point, Rev. Reverend, Hon. Honorable, Fr. Father, Sr. Sister, Sts. Saints, Ft. Fort, Capt. Captain, Cpt. Captain,
      Col. Colonel, Cols. Colonels, Gen. General, Gens. Generals, Lt. Lieutenant, Maj. Major, Sgt. Sergeant,
      Cpl. Corporal, Pvt. Private, Cmdr. Commander, Comdr. Commander, Adm. Admiral, Brig. Brigadier, Gov. Governor,
      Sen. Senator, Sens. Senators, Rep. Representative, Reps. Representatives, Pres. President,
      Supt. Superintendent, Insp. Inspector, Det. Detective, Atty. Attorney, Msgr. Monsignor, Mgr. Monsignor,
      Geo. George, Jos. Joseph, v. versus, trans. translated by`,
    ],
    [
      'number',
      `Apt. Apartment, No. number, Nos. numbers, no. number, nos. numbers, nr. number, p. page, pp. pages, pg. page,
      pgs. pages, vol. volume, vols. volumes, ch. chapter, chap. chapter, chaps. chapters, chs. chapters,
      sec. section, secs. sections, fig. figure, figs. figures, art. article, par. paragraph, para. paragraph,
      pt. part, pts. parts, bk. book, bks. books, ver. version, vv. verses, l. line, ll. lines, n. note, nn. notes,
      ex. example, eq. equation, ext. extension, ca. circa, c. circa, max. maximum, min. minimum, b. born, d. died,
      fl. flourished, Lv. level, Lvl. level, Gen. Genesis, Tim. Timothy, Thess. Thessalonians, Eph. Ephesians, Gal. Galatians, Matt. Matthew, Rom. Romans, Cor. Corinthians, Ps. Psalm, Rev. Revelation,
      Exod. Exodus, Deut. Deuteronomy, Jan. January, Jan January, Feb. February, Feb February, Mar. March,
      Mar March, Apr. April, Apr April, Jun. June, Jun June, Jul. July, Jul July, Aug. August, Aug August,
      Sep. September, Sep September, Oct. October, Oct October, Nov. November, Nov November, Dec. December,
      Dec December, Sept. September, Sept September`,
    ],
    [
      'after',
      `ed. edition, A._M. AM, P._M. PM, C._E. CE, Jan. January, Jan January, Feb. February, Feb February,
      Mar. March, Mar March, Apr. April, Apr April, Jun. June, Jun June, Jul. July, Jul July, Aug. August,
      Aug August, Sep. September, Sep September, Oct. October, Oct October, Nov. November, Nov November,
      Dec. December, Dec December, Sept. September, Sept September`,
    ],
    ['lower', 'lg. large, med. medium, sm. small'],
    [
      'any',
      `Dr. Drive, Sr. Senior, Jr. Junior, Esq. Esquire, St. Street, Ave. Avenue, Blvd. Boulevard, Rd. Road,
      Ln. Lane, Sq. Square, Hwy. Highway, Mts. Mountains, Wm. William, Chas. Charles, Jas. James, Thos. Thomas,
      Robt. Robert, eds. editors, tel. telephone, approx. approximately, pkg. package, pkgs. packages, cf. compare,
      viz. namely, eg. for example, ie. that is, etc. et cetera, ibid. ibidem, vs. versus, dept. department,
      govt. government, univ. university, assn. association, assoc. association, bros. brothers, Inc. Incorporated,
      Ltd. Limited, Corp. Corporation, Co. Company, Mfg. Manufacturing, Intl. International, Natl. National,
      incl. including, misc. miscellaneous, abbr. abbreviation, orig. originally, illus. illustrated,
      repr. reprinted, rev._ed. revised edition, esp. especially, Mon. Monday, Tues. Tuesday, Tue. Tuesday,
      Wed. Wednesday, Thurs. Thursday, Thur. Thursday, Fri. Friday`,
    ],
  ],
  nameWords: '(?:de|du|des|la|von|van) ',
  acronyms: `US USA UK UN EU USSR UAE AD BC BCE CE DC AM PM PS PPS RIP RSVP TV PC FBI CIA BBC NATO NASA IRA IRS LAPD NYPD
    LA NY SS USS HMS RAF MP MPs QC KC VC VIP PhD MD CEO DNA DJ OK ID IQ IOU POW NCO GI HQ UFO YMCA`,
  units: `
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
    h h. hr hr. hrs hrs.|m|hour|hours
    yr yr. yrs yrs.|m|year|years
    mos.|m|month|months
    ′|m|foot|feet
    ″|m|inch|inches`,
  currencies: `
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
    ¢|m|cent|cents`,
  scales: `
    hundred|m|hundred
    thousand k|m|thousand
    million mn|m|million
    billion bn bn.|m|billion
    trillion tn|m|trillion`,
  priceScales: `
    K|m|thousand
    m m. M|m|million
    b B|m|billion`,
  symbols: `& and, % percent, ‰ per mille, § section, ¶ paragraph, ° degrees, © copyright, + plus, = equals,
    ≠ is not equal to, ≈ is about, < less than, > greater than, ≤ at most, ≥ at least, ± plus or minus, × times,
    ÷ divided by, √ the square root of, ∞ infinity, # hash, @ at, $ dollar, € euro, £ pound, ¥ yen, ¢ cent,
    / slash, ² squared, ³ cubed`,
  whole: englishGrammar,
};
