/** The fields of each step of a verification. */
import { CircleCheck, CircleX, Shield } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCountries } from '../../data/account/countries.ts'
import type { DocumentType } from '../../data/account/identity.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Note } from '../../user-centre/account-card.tsx'
import {
  DOCUMENT_KINDS,
  type Draft,
  type DraftText,
  dayBefore,
  type Faults,
  type Picture,
  type PictureField as PictureName,
  photosOf,
} from './identity-model.ts'
import { PictureField } from './picture-field.tsx'

export interface StepProps {
  readonly draft: Draft
  readonly faults: Faults
  readonly onChange: (change: Partial<Draft>) => void
}

export function CountryStep({ draft, faults, onChange }: StepProps) {
  const t = useT()
  const countries = useCountries()
  const options = [{ value: '', label: t('identity:country.choose') }, ...countries.map(({ code, name }) => ({ value: code, label: name }))]
  return (
    <div className="max-w-120">
      <Select
        label={t('identity:country.label')}
        height={44}
        options={options}
        value={draft.countryCode}
        onChange={(countryCode) => onChange({ countryCode })}
        aria-invalid={faults.countryCode !== undefined || undefined}
        aria-describedby="identity-country-note"
      />
      <p id="identity-country-note" className={`mt-1.5 text-small ${faults.countryCode === undefined ? 'text-muted' : 'text-down-text'}`}>
        {faults.countryCode === undefined ? t('identity:country.hint') : t('identity:fault.country')}
      </p>
    </div>
  )
}

function Kinds({ value, onChange }: { readonly value: DocumentType; readonly onChange: (idType: DocumentType) => void }) {
  const t = useT()
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="mb-1.5 text-dense font-medium">{t('identity:document.kind')}</legend>
      {DOCUMENT_KINDS.map((kind) => (
        <label
          key={kind}
          className={`flex h-13 cursor-pointer items-center gap-2.5 rounded-control border px-3.5 text-base font-medium has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-fg ${kind === value ? 'border-fg bg-press' : 'border-line2 bg-field hover:border-ctl'}`}
        >
          <input
            type="radio"
            name="idType"
            value={kind}
            checked={kind === value}
            onChange={() => onChange(kind)}
            className="accent-(--fg)"
          />
          <span>{t(`identity:kind.${kind}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function DocumentStep({ draft, faults, onChange, now }: StepProps & { readonly now: number }) {
  const t = useT()
  const field = (
    name: DraftText,
    extra: { readonly hint?: string; readonly type?: 'text' | 'date'; readonly autoComplete?: string } = {},
  ) => {
    const fault = faults[name]
    return {
      label: t(`identity:field.${name as 'firstName' | 'lastName' | 'birthday' | 'idCard' | 'expireDate'}`),
      value: draft[name],
      onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [name]: event.target.value }),
      fault: fault === undefined ? undefined : faultText(t, name, fault),
      ...extra,
    }
  }
  const bornBefore = dayBefore(now, 18)
  return (
    <div className="flex max-w-160 flex-col gap-5">
      <Kinds value={draft.idType} onChange={(idType) => onChange({ idType, pictures: withoutPhotos(draft) })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('firstName', { hint: t('identity:hint.name'), autoComplete: 'given-name' })} maxLength={64} />
        <TextField {...field('lastName', { autoComplete: 'family-name' })} maxLength={64} />
        <TextField {...field('birthday', { type: 'date', hint: t('identity:hint.birthday'), autoComplete: 'bday' })} max={bornBefore} />
        <TextField {...field('idCard', { autoComplete: 'off' })} maxLength={32} dir="ltr" spellCheck={false} />
        <TextField
          {...field('expireDate', {
            type: 'date',
            hint: t(draft.idType === 'ID_CARD' ? 'identity:hint.noExpiry' : 'identity:hint.expiry'),
          })}
          min={dayBefore(now, 0)}
        />
      </div>
    </div>
  )
}

/** Pictures of another document are no pictures of this one; the selfie stays. */
function withoutPhotos({ pictures: { handKey } }: Draft): Draft['pictures'] {
  return handKey === undefined ? {} : { handKey }
}

type Translate = ReturnType<typeof useT>

/** What is wrong beside a field, and what would be right. */
export function faultText(t: Translate, field: string, fault: string): string {
  if (fault === 'required') return t(field.endsWith('Key') ? 'identity:fault.picture' : 'identity:fault.required')
  if (field === 'birthday') return t(fault === 'max' ? 'identity:fault.young' : 'identity:fault.date')
  if (field === 'expireDate') return t(fault === 'min' ? 'identity:fault.expired' : 'identity:fault.date')
  if (field === 'firstName' || field === 'lastName') return t('identity:fault.name')
  if (field === 'idCard') return t('identity:fault.number')
  return t('identity:fault.picture')
}

function Rules({ kind, rules }: { readonly kind: string; readonly rules: readonly { readonly text: string; readonly bad?: true }[] }) {
  const t = useT()
  return (
    <aside className="lg:w-68">
      <h3 className="text-base font-semibold">{t('identity:rules.title')}</h3>
      <ul className="mt-3 flex flex-col gap-2.5 text-dense">
        {rules.map(({ text, bad }) => (
          <li key={text} className="flex items-start gap-2">
            <Icon
              as={bad === true ? CircleX : CircleCheck}
              size={16}
              className={`mt-px ${bad === true ? 'text-down-text' : 'text-up-text'}`}
            />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <dl className="my-5 border-t border-line pt-3 text-dense">
        <Fact name={t('identity:rules.document')}>{kind}</Fact>
        <Fact name={t('identity:rules.file')}>{t('identity:picture.short')}</Fact>
      </dl>
      <Note icon={Shield}>{t('identity:rules.private')}</Note>
    </aside>
  )
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end font-medium break-words">{children}</dd>
    </div>
  )
}

interface PicturesProps extends StepProps {
  readonly fields: readonly PictureName[]
  readonly now: number
}

/** The pictures of a step, with what makes them good beside them. */
export function PicturesStep({ draft, faults, onChange, fields, now }: PicturesProps) {
  const t = useT()
  const selfie = fields[0] === 'handKey'
  const rules = selfie
    ? [t('identity:rules.face'), t('identity:rules.hold'), t('identity:rules.light')]
    : [t('identity:rules.original'), t('identity:rules.readable'), t('identity:rules.valid', { date: formatDate(now) })]
  const set = (field: PictureName, picture: Picture | undefined): void => {
    const pictures = { ...draft.pictures }
    if (picture === undefined) delete pictures[field]
    else pictures[field] = picture
    onChange({ pictures })
  }
  return (
    <div className="flex gap-8 max-lg:flex-col">
      <div className="flex min-w-0 flex-1 flex-col gap-8">
        {fields.map((field) => {
          const fault = faults[field]
          return (
            <PictureField
              key={field}
              title={t(pictureTitle(field, draft.idType))}
              text={t(selfie ? 'identity:picture.selfieText' : 'identity:picture.documentText')}
              facing={selfie ? 'user' : 'environment'}
              picture={draft.pictures[field]}
              fault={fault === undefined ? undefined : faultText(t, field, fault)}
              onPicture={(picture) => set(field, picture)}
            />
          )
        })}
      </div>
      <Rules
        kind={t(`identity:kind.${draft.idType}`)}
        rules={[...rules.map((text) => ({ text })), { text: t('identity:rules.noFilter'), bad: true }]}
      />
    </div>
  )
}

function pictureTitle(field: PictureName, idType: DocumentType) {
  if (field === 'handKey') return 'identity:picture.selfie'
  if (field === 'addressProofKey') return 'identity:picture.address'
  if (field === 'reverseKey') return 'identity:picture.back'
  return idType === 'PASSPORT' ? 'identity:picture.passport' : 'identity:picture.front'
}

export function ReviewStep({ draft }: Pick<StepProps, 'draft'>) {
  const t = useT()
  const countries = useCountries()
  const country = countries.find(({ code }) => code === draft.countryCode)?.name ?? draft.countryCode
  const fields = [...photosOf(draft.idType), 'handKey'] as const
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <dl className="text-dense">
        <Fact name={t('identity:rules.country')}>{country}</Fact>
        <Fact name={t('identity:rules.document')}>{t(`identity:kind.${draft.idType}`)}</Fact>
        <Fact name={t('identity:field.firstName')}>{draft.firstName}</Fact>
        <Fact name={t('identity:field.lastName')}>{draft.lastName}</Fact>
        <Fact name={t('identity:field.birthday')}>
          <bdi className="num">{draft.birthday}</bdi>
        </Fact>
        <Fact name={t('identity:field.idCard')}>
          <bdi className="num">{draft.idCard}</bdi>
        </Fact>
        {draft.expireDate !== '' && (
          <Fact name={t('identity:field.expireDate')}>
            <bdi className="num">{draft.expireDate}</bdi>
          </Fact>
        )}
      </dl>
      <div className="grid grid-cols-2 gap-3 self-start">
        {fields.map((field) => (
          <figure key={field} className="min-w-0">
            <div className="flex h-30 items-center justify-center overflow-hidden rounded-card bg-[#15181d]">
              <img src={draft.pictures[field]?.url} alt="" className="max-h-full max-w-full object-contain" />
            </div>
            <figcaption className="mt-1.5 text-small text-muted">{t(pictureTitle(field, draft.idType))}</figcaption>
          </figure>
        ))}
      </div>
    </div>
  )
}
