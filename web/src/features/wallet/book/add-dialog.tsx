/** Adds an address: coin, address, the network that follows from it, its tag, and a name. */
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { latinText } from '../../../i18n/typed-text.ts'
import { Button, ButtonPair } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField, TypedField } from '../../../ui/text-field.tsx'
import { Note } from '../../../user-centre/account-card.tsx'
import { shortened } from '../model/tx-model.ts'
import { AddressGroups } from '../parts/address-groups.tsx'
import { CoinField } from '../parts/coin-field.tsx'
import { type EntryField, useEntry } from './use-entry.ts'

type Entry = ReturnType<typeof useEntry>

const faultOf = (entry: Entry, field: EntryField) => {
  const fault = entry.shown(field)
  return fault === undefined ? {} : { fault }
}

export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const place = useRef<HTMLFormElement>(null)
  const entry = useEntry(onClose)
  const { draft, change, coins, coin, refusal, busy } = entry
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const field = entry.submit()
    if (field !== undefined) place.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  return (
    <Dialog title={t('addresses:form.title')} onClose={onClose} width={520} sheet>
      <form ref={place} noValidate onSubmit={submit} className="flex flex-col gap-4" data-add-form>
        <TextField
          label={t('addresses:label')}
          name="label"
          autoComplete="off"
          data-focus
          value={draft.label}
          onChange={(event) => change({ label: event.target.value })}
          {...faultOf(entry, 'label')}
          hint={t('addresses:label.hint')}
        />
        <div>
          <p aria-hidden="true" className="mb-1.5 text-dense font-medium">
            {t('wallet:coin')}
          </p>
          <CoinField coins={coins} value={coin?.coinName} onChange={(symbol) => change({ coin: symbol, protocolType: undefined })} />
        </div>
        <TypedField
          label={t('withdraw:address', { coin: coin?.coinName ?? '' })}
          name="address"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          value={draft.address}
          read={latinText}
          onTyped={(address) => change({ address, protocolType: undefined })}
          {...faultOf(entry, 'address')}
          hint={t('withdraw:address.hint')}
        />
        <Fits entry={entry} />
        <Checkbox checked={draft.listed} onChange={(event) => change({ listed: event.target.checked })}>
          <span className="font-medium">{t('addresses:form.listed')}</span>
          <span className="block text-small text-muted">{t('addresses:form.listedText')}</span>
        </Checkbox>
        {refusal !== undefined && (
          <p role="alert" className="text-dense text-down-text">
            {refusal.text}
          </p>
        )}
        <ButtonPair>
          <Button size={44} onClick={onClose}>
            {t('account:cancel')}
          </Button>
          <Button type="submit" look="primary" size={44} sending={busy} data-save>
            {t('addresses:form.save')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}

/** The address in groups, its network among those that it fits, and its tag. */
function Fits({ entry }: { readonly entry: Entry }) {
  const t = useT()
  const { inspection, fitting, network, draft, change } = entry
  if (inspection?.kind !== 'fits') return null
  const alike = inspection.lookAlike
  return (
    <>
      <div className="rounded-control border border-line2 bg-field px-4 py-3">
        <AddressGroups address={inspection.address} />
      </div>
      {alike !== undefined && (
        <Note icon={TriangleAlert} tone="warning">
          <strong>{t('withdraw:odd.alike', { label: alike.label ?? shortened(alike.address) })}</strong> {t('withdraw:odd.alikeText')}
        </Note>
      )}
      <fieldset className="flex flex-wrap gap-2" data-fitting={fitting.length}>
        <legend className="mb-1.5 text-dense font-medium">{t('wallet:network')}</legend>
        {fitting.map((one) => (
          <label
            key={one.id}
            className={`flex h-11 cursor-pointer items-center gap-2 rounded-control border px-3.5 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-fg ${one.id === network?.id ? 'border-fg outline-1 -outline-offset-2 outline-fg' : 'border-line2'}`}
          >
            <input
              type="radio"
              name="network"
              value={one.protocolType}
              checked={one.id === network?.id}
              onChange={() => change({ protocolType: one.protocolType })}
              className="size-4 appearance-none rounded-full border border-ctl outline-none checked:border-[5px] checked:border-fg"
            />
            <bdi className="font-semibold">{one.protocolType}</bdi>
            <span className="text-dense text-muted">{one.chainName}</span>
          </label>
        ))}
        <p aria-live="polite" className="w-full text-small text-down-text empty:hidden">
          {entry.shown('network')}
        </p>
      </fieldset>
      {network !== undefined && network.memoName !== null && (
        <TypedField
          label={network.memoName}
          name="memo"
          dir="ltr"
          autoComplete="off"
          inputMode="numeric"
          maxLength={64}
          value={draft.memo}
          read={latinText}
          onTyped={(memo) => change({ memo })}
          {...faultOf(entry, 'memo')}
          hint={t(network.needMemo === 1 ? 'withdraw:memo.needed' : 'withdraw:memo.optional', { memo: network.memoName })}
        />
      )}
    </>
  )
}
