/** Countries with their telephone codes. Names come from the language data of the runtime, so that every language has them. */
import type { Country } from '@agio/wire/content/home-web.ts'

/** ISO 3166-1 alpha-2 and telephone code without `+`. */
const CODES = `
AF 93,AL 355,DZ 213,AD 376,AO 244,AR 54,AM 374,AU 61,AT 43,AZ 994,BH 973,BD 880,BY 375,BE 32,BJ 229,BO 591,BA 387,
BW 267,BR 55,BN 673,BG 359,KH 855,CM 237,CA 1,CL 56,CN 86,CO 57,CR 506,HR 385,CY 357,CZ 420,CI 225,DK 45,DO 1809,
EC 593,EG 20,SV 503,EE 372,ET 251,FI 358,FR 33,GE 995,DE 49,GH 233,GR 30,GT 502,HN 504,HK 852,HU 36,IS 354,IN 91,ID 62,
IQ 964,IE 353,IL 972,IT 39,JM 1876,JP 81,JO 962,KZ 7,KE 254,KR 82,KW 965,KG 996,LA 856,LV 371,LB 961,LY 218,LI 423,
LT 370,LU 352,MO 853,MG 261,MW 265,MY 60,MV 960,MT 356,MU 230,MX 52,MD 373,MC 377,MN 976,ME 382,MA 212,MZ 258,MM 95,
NA 264,NP 977,NL 31,NZ 64,NI 505,NG 234,MK 389,NO 47,OM 968,PK 92,PS 970,PA 507,PY 595,PE 51,PH 63,PL 48,PT 351,QA 974,
RO 40,RU 7,RW 250,SA 966,SN 221,RS 381,SG 65,SK 421,SI 386,ZA 27,ES 34,LK 94,SE 46,CH 41,TW 886,TJ 992,TZ 255,TH 66,
TN 216,TR 90,TM 993,UG 256,UA 380,AE 971,GB 44,US 1,UY 598,UZ 998,VE 58,VN 84,YE 967,ZM 260,ZW 263
`

const ROWS = CODES.replaceAll('\n', '')
  .split(',')
  .map((row) => row.split(' ', 2))

const printed = new Map<string, Country[]>()

/** Every country, named in a wire locale and sorted by that name. */
export function countriesIn(language: string): Country[] {
  const known = printed.get(language)
  if (known !== undefined) return known
  const tag = language.replace('_', '-')
  const names = new Intl.DisplayNames([tag, 'en'], { type: 'region' })
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const countries = ROWS.map(
    ([code = '', area = '']): Country => ({
      id: code,
      countryCode: code,
      areaCode: area,
      name: names.of(code) ?? code,
      nameEn: english.of(code) ?? code,
      iconUrl: null,
      supported: 1,
    }),
  )
  countries.sort((a, b) => a.name.localeCompare(b.name, tag))
  printed.set(language, countries)
  return countries
}

/**
 * Of a telephone number with its area code: those with the longest one that it begins with. 1 809 … is of one country, though 1 alone is
 * of two others.
 */
export function countriesOfPhone(digits: string): readonly Country[] {
  const countries = countriesIn('en_US').filter(({ areaCode }) => digits.startsWith(areaCode))
  const longest = Math.max(0, ...countries.map(({ areaCode }) => areaCode.length))
  return countries.filter(({ areaCode }) => areaCode.length === longest)
}
