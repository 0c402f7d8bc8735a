/** The tenant's logo once its image has loaded; the built-in wordmark until then and when there is none. */
import { useEffect, useState } from 'react'
import { useSite } from '../../data/site.ts'
import { useIsDay } from '../../theme/day-mode.ts'
import { Wordmark } from '../../ui/logo.tsx'

/** Address of the configured logo for a mode: `headerLogo` is the one for night, `headerLogoDay` the one for day. */
export function logoUrl(config: unknown, day: boolean): string | undefined {
  if (typeof config !== 'object' || config === null) return undefined
  const { headerLogo, headerLogoDay } = config as Readonly<Record<string, unknown>>
  const night = typeof headerLogo === 'string' && headerLogo !== '' ? headerLogo : undefined
  return day && typeof headerLogoDay === 'string' && headerLogoDay !== '' ? headerLogoDay : night
}

function useLoadedImage(url: string | undefined): string | undefined {
  const [loaded, setLoaded] = useState<string>()
  useEffect(() => {
    if (url === undefined) return
    const image = new Image()
    image.onload = () => setLoaded(url)
    image.src = url
    return () => {
      image.onload = null
    }
  }, [url])
  return loaded === url ? loaded : undefined
}

export function TenantLogo() {
  const { config, tenantName } = useSite()
  const url = useLoadedImage(logoUrl(config.logo, useIsDay()))
  if (url !== undefined)
    return <img src={url} alt="" className="h-7 w-auto max-w-35 object-contain object-[left_center] rtl:object-[right_center]" />
  return tenantName === 'Agio' ? <Wordmark /> : <span className="text-[21px] font-[640] tracking-[-0.03em] text-fg">{tenantName}</span>
}
