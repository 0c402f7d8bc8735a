/** Countries with their telephone codes, in the language of the page. */
import { selectHomeCountryList } from '@agio/wire/content/home-web.ts'
import { useQuery } from '@tanstack/react-query'
import { regionOf } from '../../i18n/locale.ts'
import { send } from '../http-client.ts'
import { useWireLocale } from '../shell/menus.ts'

export interface Country {
  /** Two letters, `DE`. */
  readonly code: string
  readonly name: string
  /** Digits without plus sign. */
  readonly areaCode: string
}

/** The list, or an empty one while it is on its way or could not be loaded. */
export function useCountries(): readonly Country[] {
  const locale = useWireLocale()
  const query = useQuery({
    queryKey: ['countries', locale],
    meta: { public: true },
    staleTime: 3_600_000,
    queryFn: async () => {
      try {
        const list = await send(selectHomeCountryList, {})
        return list.map(({ countryCode, name, areaCode }): Country => ({ code: countryCode, name, areaCode }))
      } catch (error) {
        console.error('Failed to load country list', error)
        throw error
      }
    },
  })
  return Array.isArray(query.data) ? query.data : NONE
}

const NONE: readonly Country[] = []

/** Two letters of the country that the browser is set to; empty when it names none. */
export function homeCountry(): string {
  for (const language of navigator.languages) {
    const region = regionOf(language)
    if (region !== undefined) return region
  }
  return ''
}
