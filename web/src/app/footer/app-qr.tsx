/** A QR code that leads to this tenant's web application, which can be installed. */
import { encode } from 'uqr'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'

/** One path of unit squares for the dark modules. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

export function AppQr() {
  const t = useT()
  const { appUrl } = useSite()
  const { data, size } = encode(appUrl || `${window.location.origin}/`, { border: 2 })
  return (
    <figure className="w-27 text-center">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('shell:footer.qr')}
        className="w-full rounded-control border border-line bg-white"
        shapeRendering="crispEdges"
      >
        <path d={qrPath(data)} fill="#000" />
      </svg>
      <figcaption className="mt-1.5 text-small text-muted">{t('shell:footer.scan')}</figcaption>
    </figure>
  )
}
