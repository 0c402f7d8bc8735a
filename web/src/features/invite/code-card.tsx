/** Code, link, share and poster, the three steps, and what it brought. */
import { Copy, Download, Share2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { useInvite } from '../../data/account/invite.ts'
import { formatNumber, inPercent, isolated, withUnit } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icons.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { toast } from '../../ui/toast-store.ts'
import { Poster, posterPicture } from './poster.tsx'

type Invite = NonNullable<ReturnType<typeof useInvite>['data']>

/** `0.2` as `20%`, without ending zeros. */
export function percentOf(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.', 2)
  const digits = fraction.padEnd(2, '0')
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = digits.slice(2).replace(/0+$/, '')
  return inPercent(formatNumber(`${percent}${rest === '' ? '' : `.${rest}`}`))
}

function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useT()
  return (
    <div>
      <p className="mb-1.5 text-dense font-medium">{label}</p>
      <div className="flex h-13 items-center gap-3 rounded-control border border-line2 bg-field ps-3.5 pe-2.5">
        <bdi dir="ltr" className="code min-w-0 flex-1 truncate text-start text-base font-semibold">
          {value}
        </bdi>
        <Button size={28} aria-label={t('invite:copyOf', { what: label })} onClick={() => void copyText(value)}>
          <Icon as={Copy} size={14} />
          {t('invite:copy')}
        </Button>
      </div>
    </div>
  )
}

function Figure({ name, value, text }: { readonly name: string; readonly value: ReactNode; readonly text: string }) {
  return (
    <div className="min-w-0 px-6 py-4 max-md:px-3 [&+&]:border-s [&+&]:border-line">
      <dt className="text-dense text-muted">{name}</dt>
      <dd>
        <span className="block text-strong break-words max-sm:text-base">{value}</span>
        <span className="text-small text-muted">{text}</span>
      </dd>
    </div>
  )
}

const usdt = (amount: string): string => withUnit(formatNumber(amount, { scale: 2 }), 'USDT')

export function CodeCard({ invite }: { readonly invite: Invite }) {
  const t = useT()
  const poster = useRef<SVGSVGElement>(null)
  const share = percentOf(invite.rates[0]?.rate ?? '0')
  const save = async (): Promise<void> => {
    if (poster.current === null) return
    try {
      saveBlob(await posterPicture(poster.current), `invite-${invite.code}.png`)
    } catch {
      toast({ kind: 'error', title: t('invite:poster.failed') })
    }
  }
  const send = async (): Promise<void> => {
    const shared = await navigator.share?.({ url: invite.link, text: t('invite:poster.title') }).then(
      () => true,
      () => true,
    )
    if (shared !== true) await copyText(invite.link)
  }
  return (
    <section className="card flex max-lg:flex-col" aria-label={t('invite:title')}>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-1 flex-col gap-4 p-6 max-md:p-4">
          <CopyField label={t('invite:code')} value={invite.code} />
          <CopyField label={t('invite:link')} value={invite.link} />
          <div className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => void send()}>
              <Icon as={Share2} size={16} />
              {t('invite:share')}
            </Button>
            <Button onClick={() => void save()}>
              <Icon as={Download} size={16} />
              {t('invite:poster.save')}
            </Button>
          </div>
          <ol className="mt-3 grid gap-4 sm:grid-cols-3">
            {(['one', 'two', 'three'] as const).map((step, index) => (
              <li key={step} className="flex gap-2.5 text-dense text-muted">
                <span className="num flex size-6 shrink-0 items-center justify-center rounded-full bg-press text-small font-semibold text-fg">
                  {index + 1}
                </span>
                <span>{t(`invite:step.${step}`, { share: isolated(share) })}</span>
              </li>
            ))}
          </ol>
        </div>
        <dl className="grid grid-cols-3 border-t border-line">
          <Figure
            name={t('invite:invited')}
            value={<bdi className="num">{invite.total}</bdi>}
            text={t('invite:trading', { count: invite.traded })}
          />
          <Figure name={t('invite:earned')} value={usdt(invite.commissionU)} text={t('invite:earnedText')} />
          <Figure name={t('invite:month')} value={usdt(invite.monthU)} text={t('invite:monthText')} />
        </dl>
      </div>
      <div className="flex items-center justify-center border-line p-6 max-lg:border-t lg:border-s">
        <Poster ref={poster} code={invite.code} link={invite.link} share={share} />
      </div>
    </section>
  )
}
