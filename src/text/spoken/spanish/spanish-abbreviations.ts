/** Spanish abbreviations; the notation is described at `AbbreviationRules`. */
export const spanishAbbreviations = `
  Sr. any señor
  Sra. any señora
  Srta. any señorita
  Sres. any señores
  Sras. any señoras
  Dr. any doctor
  Dra. any doctora
  Dres. any doctores
  D. name don
  Dña. any doña
  D.ª any doña
  Ud. any usted
  Uds. any ustedes
  Vd. any usted
  Vds. any ustedes
  S. name San
  Sto. name Santo
  Sta. name Santa
  Fr. name fray
  Prof. any profesor
  Profa. any profesora
  Lic. any licenciado
  Ing. any ingeniero
  Gral. any general
  Cap. name capitán
  Cnel. any coronel
  Tte. any teniente
  Sgto. any sargento
  Mons. any monseñor
  Excmo. any excelentísimo
  Excma. any excelentísima
  Ilmo. any ilustrísimo
  p._ej. any por ejemplo
  etc. any etcétera
  EE._UU. any Estados Unidos
  EEUU any Estados Unidos
  a._de_C. any antes de Cristo
  d._de_C. any después de Cristo
  a._C. any antes de Cristo
  d._C. any después de Cristo
  a._m. any de la mañana
  p._m. any de la tarde
  pág. any página
  págs. any páginas
  p. number página
  pp. number páginas
  núm. any número
  núms. any números
  nro. any número
  cap. number capítulo
  caps. number capítulos
  vol. any volumen
  vols. any volúmenes
  t. number tomo
  art. number artículo
  fig. number figura
  ed. after edición
  tel. any teléfono
  aprox. any aproximadamente
  máx. any máximo
  mín. any mínimo
  cf. any confróntese
  ss. any siguientes
  Avda. any avenida
  Av. any avenida
  Cía. any compañía
  Hnos. any hermanos
  P._D. any posdata
  q._e._p._d. any que en paz descanse
  Q._E._P._D. any que en paz descanse
  ene. after enero
  feb. after febrero
  abr. after abril
  jun. after junio
  jul. after julio
  ago. after agosto
  sept. after septiembre
  oct. after octubre
  nov. after noviembre
  dic. after diciembre
`;

/** Acronyms that are also written with full stops. */
export const spanishAcronyms = new Set('USA US ONU UE OTAN URSS BBC FBI CIA SA SL PSOE PP UGT'.split(' '));
