/** Recovery codes, shown this one time: to copy, to keep as a file, to print. Leaving without having kept them is asked about once. */
import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { boot } from '../../data/boot.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { saveText } from './save-text.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Prints the text alone, from a frame of its own that goes afterwards. */
function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument
  if (page === null || frame.contentWindow === null) return
  page.title = title
  const block = page.createElement('pre')
  block.textContent = text
  page.body.append(block)
  frame.contentWindow.print()
  setTimeout(() => frame.remove(), 1000)
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useT()
  const [kept, setKept] = useState(false)
  const [asked, setAsked] = useState(false)
  const title = t('account:recovery.fileTitle', { name: boot().tenantName })
  const text = `${title}\n\n${codes.join('\n')}\n\n${t('account:recovery.fileText')}\n`
  const leave = () => (kept || asked ? onDone() : setAsked(true))
  return (
    <Dialog title={t('account:recovery.title')} onClose={leave} width={480} sheet>
      <div className="flex flex-col gap-5">
        <p className="text-dense text-muted">{t('account:recovery.text')}</p>
        <ol className="secret grid grid-cols-2 gap-x-6 gap-y-2 rounded-control border border-line bg-field p-5 text-[15px] font-semibold max-sm:grid-cols-1">
          {codes.map((code) => (
            <li key={code} className="text-center">
              {code}
            </li>
          ))}
        </ol>
        <div className="grid grid-cols-3 gap-2 max-sm:grid-cols-1">
          <Button
            onClick={() => {
              setKept(true)
              saveText('recovery-codes.txt', text)
            }}
          >
            <Icon as={Download} size={16} />
            {t('account:recovery.download')}
          </Button>
          <Button
            onClick={() => {
              setKept(true)
              printText(title, text)
            }}
          >
            <Icon as={Printer} size={16} />
            {t('account:recovery.print')}
          </Button>
          <Button onClick={() => void copyText(codes.join('\n')).then((done) => done && setKept(true))}>
            <Icon as={Copy} size={16} />
            {t('ui:copy')}
          </Button>
        </div>
        {asked && !kept && (
          <p role="alert" className="text-dense text-warning-text">
            {t('account:recovery.notKept')}
          </p>
        )}
        <Button look="primary" size={44} wide onClick={leave}>
          {t(asked && !kept ? 'account:recovery.leave' : 'account:recovery.done')}
        </Button>
      </div>
    </Dialog>
  )
}
