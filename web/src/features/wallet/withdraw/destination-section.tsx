/** Where it goes: an entry of the address book, or a new address; and what the checks say of it. */
import type { Address } from '@agio/wire/wallet/types.ts'
import { BookUser, CircleCheck, Info, Keyboard, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { useSecurity } from '../../../data/account/account.ts'
import { formatDate } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { latinText } from '../../../i18n/typed-text.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { TypedField } from '../../../ui/text-field.tsx'
import { shortened } from '../model/tx-model.ts'
import { AddressGroups } from '../parts/address-groups.tsx'
import { entryLock, type Faults } from './use-faults.ts'
import type { Withdraw } from './use-withdraw.ts'

interface SectionProps {
  readonly form: Withdraw
  readonly faults: Faults
}

export function DestinationSection({ form, faults }: SectionProps) {
  const t = useT()
  const { place, change, destination } = form
  const isBook = place === 'book'
  const label = (icon: LucideIcon, text: string) => (
    <span className="inline-flex items-center gap-2">
      <Icon as={icon} size={16} className="max-sm:hidden" />
      <span>{text}</span>
    </span>
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="w-88 max-w-full">
        <Segmented
          label={t('wallet:to')}
          value={place}
          onChange={(next) => change({ place: next, protocolType: undefined })}
          options={[
            { value: 'book', label: label(BookUser, t('withdraw:place.book')) },
            { value: 'new', label: label(Keyboard, t('withdraw:place.new')) },
          ]}
        />
      </div>
      {isBook ? <Entries form={form} faults={faults} /> : <NewAddress form={form} faults={faults} />}
      {destination.inspection?.kind === 'fits' && <Compared form={form} />}
    </div>
  )
}

function Entries({ form, faults }: SectionProps) {
  const t = useT()
  const name = useId()
  const { entries, book } = form
  if (book.isPending) return <SkeletonRows rows={2} height={60} />
  if (entries.length === 0)
    return (
      <NoData
        icon={BookUser}
        title={t('ui:noAddress.title')}
        text={t('withdraw:place.empty')}
        link={{ to: paths.addressBook, label: t('ui:noAddress.add') }}
      />
    )
  return (
    <div>
      <fieldset className="grid gap-2.5 sm:grid-cols-2" aria-describedby={`${name}-fault`}>
        <legend className="visually-hidden">{t('withdraw:place.book')}</legend>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} form={form} />
        ))}
      </fieldset>
      <p id={`${name}-fault`} aria-live="polite" className="text-small text-down-text [&:not(:empty)]:mt-1.5">
        {faults.entry}
      </p>
    </div>
  )
}

function Entry({ entry, form }: { readonly entry: Address; readonly form: Withdraw }) {
  const t = useT()
  const onlyListed = useSecurity().data?.whitelistStatus === 1
  const isChosen = form.draft.entryId === entry.id
  const why = form.networks.data === undefined ? undefined : entryLock(t, entry, form.open, onlyListed)
  const last = form.guard.lastUse(entry.address, entry.memo)
  const frame =
    why === undefined
      ? `cursor-pointer hover:bg-hover ${isChosen ? 'border-fg outline-1 -outline-offset-2 outline-fg' : 'border-line2'}`
      : 'cursor-not-allowed border-line bg-field'
  return (
    <label
      data-entry={entry.id}
      className={`flex min-h-15 items-center gap-3 rounded-control border px-3.5 py-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-fg ${frame}`}
    >
      <input
        type="radio"
        name="entry"
        value={entry.id}
        checked={isChosen}
        disabled={why !== undefined}
        onChange={() => form.change({ place: 'book', entryId: entry.id, protocolType: entry.protocolType })}
        className="size-4 shrink-0 appearance-none rounded-full border border-ctl outline-none checked:border-[5px] checked:border-fg"
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <bdi className={`min-w-0 truncate text-base font-semibold ${why === undefined ? '' : 'text-muted'}`}>{entry.label}</bdi>
          <bdi className="shrink-0 rounded-chip border border-line2 px-1.5 text-small leading-4.5 font-medium">{entry.protocolType}</bdi>
        </span>
        <span className={`block text-small ${why === undefined ? 'text-muted' : 'text-warning-text'}`}>
          <bdi className="code">{shortened(entry.address)}</bdi>
          {' · '}
          {why ?? (last === undefined ? t('withdraw:entry.never') : formatDate(last.createTime))}
        </span>
      </span>
    </label>
  )
}

function NewAddress({ form, faults }: SectionProps) {
  const t = useT()
  const { draft, change, network, destination } = form
  const onlyListed = useSecurity().data?.whitelistStatus === 1
  const memoName = network?.memoName ?? null
  return (
    <div className="flex flex-col gap-4">
      <TypedField
        label={t('withdraw:address', { coin: form.coin?.coinName ?? '' })}
        name="address"
        dir="ltr"
        height={52}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        placeholder={t('withdraw:address.paste')}
        readOnly={onlyListed}
        value={draft.address}
        read={latinText}
        onTyped={(address) => change({ address, protocolType: undefined })}
        {...(faults.address === undefined ? {} : { fault: faults.address })}
        hint={form.guard.failed ? t('withdraw:address.unchecked') : t('withdraw:address.hint')}
        end={
          draft.address !== '' && (
            <IconButton
              label={t('withdraw:address.clear')}
              className="-me-2"
              onClick={() => change({ address: '', protocolType: undefined })}
            >
              <Icon as={X} size={16} />
            </IconButton>
          )
        }
      />
      {memoName !== null && destination.entry === undefined && (
        <TypedField
          label={memoName}
          name="memo"
          dir="ltr"
          height={44}
          autoComplete="off"
          inputMode="numeric"
          maxLength={64}
          value={draft.memo}
          read={latinText}
          onTyped={(memo) => change({ memo })}
          {...(faults.memo === undefined ? {} : { fault: faults.memo })}
          hint={t(network?.needMemo === 1 ? 'withdraw:memo.needed' : 'withdraw:memo.optional', { memo: memoName })}
        />
      )}
    </div>
  )
}

/** The address in groups, and three checks in words. */
function Compared({ form }: { readonly form: Withdraw }) {
  const t = useT()
  const { inspection, memo } = form.destination
  if (inspection?.kind !== 'fits') return null
  const { network } = form
  const alike = inspection.lookAlike
  return (
    <div data-checks>
      <div className="rounded-control border border-line2 bg-field px-4 py-3">
        <AddressGroups address={inspection.address} />
        {memo !== '' && (
          <p className="mt-1 text-dense">
            {network?.memoName ?? t('wallet:memo')} <bdi className="secret font-semibold">{memo}</bdi>
          </p>
        )}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5 text-dense">
        <Check good={inspection.checksum === 'verified'}>
          {t(inspection.checksum === 'verified' ? 'withdraw:check.checksum' : 'withdraw:check.noChecksum')}
        </Check>
        <Check good>
          {network === undefined
            ? t('withdraw:check.networks', { count: String(form.fitting.length) })
            : t('withdraw:check.network', { network: `${network.chainName} (${network.protocolType})` })}
        </Check>
        <Check good={alike === undefined} alarming={alike !== undefined}>
          {alike === undefined ? t('withdraw:check.alone') : t('withdraw:check.alike', { label: alike.label ?? shortened(alike.address) })}
        </Check>
      </ul>
    </div>
  )
}

interface CheckProps {
  readonly good: boolean
  readonly alarming?: boolean
  readonly children: string
}

function Check({ good, alarming = false, children }: CheckProps) {
  const look = alarming ? 'text-down-text font-medium' : good ? 'text-up-text' : 'text-muted'
  return (
    <li className={`flex items-center gap-1.5 ${look}`}>
      <Icon as={alarming ? TriangleAlert : good ? CircleCheck : Info} size={14} />
      <span>{children}</span>
    </li>
  )
}
