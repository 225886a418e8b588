import type { SpokenWords } from '../language.ts';
import { spanishGrammar } from './spanish-grammar.ts';

/** Words with which Spanish texts are read aloud. */
export const spanishSpoken: SpokenWords = {
  addresses: { at: 'arroba', dot: 'punto', slash: 'barra', dash: 'guion', underscore: 'guion bajo' },
  abbreviations: [
    [
      'any',
      `p._ej. por ejemplo, EE._UU. Estados Unidos, a._de_C. antes de Cristo, a._C. antes de Cristo,
      a._m. de la mañana, p._m. de la tarde, P._D. posdata, q._e._p._d. que en paz descanse,
      Q._E._P._D. que en paz descanse`,
    ],
    ['lower', 'S._M. Su Majestad, S._A. Su Alteza, S._E. Su Excelencia, S._S. Su Santidad, SS._MM. Sus Majestades'],
    ['name', 'D. don, S. San, Sto. Santo, Sta. Santa, Fr. fray, Cap. capitán'],
    ['number', 'p. página, pp. páginas, cap. capítulo, caps. capítulos, t. tomo, art. artículo, fig. figura'],
    [
      'after',
      `ed. edición, ene. enero, feb. febrero, abr. abril, jun. junio, jul. julio, ago. agosto, sept. septiembre,
      oct. octubre, nov. noviembre, dic. diciembre`,
    ],
    [
      'any',
      `cda. cucharada, cdas. cucharadas, cdta. cucharadita, cdtas. cucharaditas, Sr. señor, Sra. señora, Srta. señorita, Sres. señores, Sras. señoras, Dr. doctor, Dra. doctora,
      Dres. doctores, Dña. doña, D.ª doña, Ud. usted, Uds. ustedes, Vd. usted, Vds. ustedes, Prof. profesor,
      Profa. profesora, Lic. licenciado, Ing. ingeniero, Gral. general, Cnel. coronel, Tte. teniente,
      Sgto. sargento, Mons. monseñor, Excmo. excelentísimo, Excma. excelentísima, Ilmo. ilustrísimo, etc. etcétera,
      EEUU Estados Unidos, d._de_C. después de Cristo, d._C. después de Cristo, pág. página, págs. páginas,
      núm. número, núms. números, nro. número, vol. volumen, vols. volúmenes, tel. teléfono,
      aprox. aproximadamente, máx. máximo, mín. mínimo, cf. confróntese, ss. siguientes, Avda. avenida,
      Av. avenida, Cía. compañía, Hnos. hermanos`,
    ],
  ],
  acronyms: 'USA US ONU UE OTAN URSS BBC FBI CIA SA SL PSOE PP UGT',
  units: `
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
    taza tazas|f|taza|tazas
    cucharada cucharadas|f|cucharada|cucharadas
    cucharadita cucharaditas|f|cucharadita|cucharaditas
    vaso vasos|m|vaso|vasos
    hora horas|f|hora|horas
    año años|m|año|años
    kilo kilos|m|kilo|kilos
    legua leguas|f|legua|leguas`,
  currencies: `
    € EUR|m|euro|euros|m|céntimo|céntimos
    $ US$ USD|m|dólar|dólares|m|centavo|centavos
    £ GBP|f|libra|libras|m|penique|peniques
    ¥|m|yen|yenes
    pts. ptas. pta.|f|peseta|pesetas|m|céntimo|céntimos`,
  scales: `
    mil|m|mil|mil
    millón millones|m|millón|millones
    mill.|m|millón|millones`,
  priceScales: `
    M|m|millón|millones`,
  symbols: `& y, % por ciento, ‰ por mil, § párrafo, ° grados, © copyright, + más, = igual a, ≠ distinto de,
    ≈ aproximadamente, < menor que, > mayor que, ≤ como máximo, ≥ como mínimo, ± más menos, × por, ÷ dividido por,
    √ raíz cuadrada de, ∞ infinito, # almohadilla, @ arroba, $ dólar, € euro, £ libra, ¥ yen, / barra,
    ² al cuadrado, ³ al cubo`,
  whole: spanishGrammar,
};
