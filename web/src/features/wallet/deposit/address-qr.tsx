/** The code of an address or a tag: exactly its text and nothing around it, so that every wallet reads the same. */
import { Download } from 'lucide-react'
import { encode } from 'uqr'
import { qrPath } from '../../../app/footer/app-qr.tsx'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'

/** A quiet zone as readers need it, and enough correction for a scratched screen. */
const FORM = { border: 2, ecc: 'M' } as const

export function AddressQr({ text, label, size = 132 }: { readonly text: string; readonly label: string; readonly size?: number }) {
  const { data, size: modules } = encode(text, FORM)
  return (
    <svg
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-qr={text}
      className="block"
    >
      <path d={qrPath(data)} fill="#000" />
    </svg>
  )
}

/** Pixels a module, so that the picture is sharp in print. */
const SCALE = 12

/** Draws the code into a picture and hands it to the browser as a file. */
function savePicture(text: string, name: string): void {
  const { data, size } = encode(text, FORM)
  const canvas = document.createElement('canvas')
  canvas.width = size * SCALE
  canvas.height = size * SCALE
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const [y, row] of data.entries()) for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * SCALE, y * SCALE, SCALE, SCALE)
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = `${name}.png`
  link.click()
}

export function SaveQr({ text, name }: { readonly text: string; readonly name: string }) {
  const t = useT()
  return (
    <Button onClick={() => savePicture(text, name)} data-save-qr>
      <Icon as={Download} size={16} />
      <span>{t('wallet:address.saveQr')}</span>
    </Button>
  )
}
