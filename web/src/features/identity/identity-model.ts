/** The form of a verification as plain data: its steps, what each still needs, and which step a fault belongs to. */
import { visible } from '@agio/wire/visible-text.ts'
import type { DocumentType, IdentityForm } from '../../data/account/identity.ts'

export const DOCUMENT_KINDS: readonly DocumentType[] = ['ID_CARD', 'PASSPORT', 'DRIVER']

export const STEPS = ['country', 'document', 'photos', 'selfie', 'review'] as const
export type Step = (typeof STEPS)[number]

export type PictureField = 'frontKey' | 'reverseKey' | 'handKey' | 'addressProofKey'

export interface Picture {
  /** Key on the server. */
  readonly key: string
  /** Address of the picture in this browser. */
  readonly url: string
}

export interface Draft {
  readonly countryCode: string
  readonly idType: DocumentType
  readonly firstName: string
  readonly lastName: string
  readonly birthday: string
  readonly idCard: string
  /** '' = none. */
  readonly expireDate: string
  readonly pictures: Readonly<Partial<Record<PictureField, Picture>>>
}

export type DraftText = Exclude<keyof Draft, 'pictures'>

/** What is wrong with a field: a key of the texts. */
export type Fault = 'required' | 'format' | 'enum' | 'min' | 'max' | 'file' | 'length'
export type Faults = Readonly<Partial<Record<DraftText | PictureField, Fault>>>

export function draftOf(form: IdentityForm | null, country: string): Draft {
  if (form === null)
    return { countryCode: country, idType: 'PASSPORT', firstName: '', lastName: '', birthday: '', idCard: '', expireDate: '', pictures: {} }
  return { ...form, expireDate: form.expireDate ?? '', pictures: {} }
}

/** The pictures of the document itself. */
export const photosOf = (idType: DocumentType): readonly PictureField[] =>
  idType === 'PASSPORT' ? ['frontKey'] : ['frontKey', 'reverseKey']

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’·-]*$/u
const nameFault = (text: string): Fault | undefined => (NAME.test(text) && visible(text) !== '' ? undefined : 'format')

/** `YYYY-MM-DD` of a time in UTC, `years` earlier. */
export function dayBefore(now: number, years: number): string {
  const day = new Date(now)
  return new Date(Date.UTC(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate())).toISOString().slice(0, 10)
}

/** What a step still needs; the server looks at everything again. @param now ms */
export function faultsOf(step: Step, draft: Draft, now: number): Faults {
  const faults: Partial<Record<DraftText | PictureField, Fault>> = {}
  const need = (field: DraftText, rule: (value: string) => Fault | undefined = () => undefined): void => {
    const value = draft[field].trim()
    const fault = value === '' ? 'required' : rule(value)
    if (fault !== undefined) faults[field] = fault
  }
  const picture = (field: PictureField): void => {
    if (draft.pictures[field] === undefined) faults[field] = 'required'
  }
  if (step === 'country') need('countryCode')
  if (step === 'document') {
    need('firstName', nameFault)
    need('lastName', nameFault)
    need('birthday', (day) => (day > dayBefore(now, 18) ? 'max' : day < dayBefore(now, 120) ? 'min' : undefined))
    need('idCard', (text) => (text.length < 4 || text.length > 32 ? 'length' : undefined))
    if (draft.expireDate !== '' || draft.idType !== 'ID_CARD') need('expireDate', (day) => (day < dayBefore(now, 0) ? 'min' : undefined))
  }
  if (step === 'photos') for (const field of photosOf(draft.idType)) picture(field)
  if (step === 'selfie') picture('handKey')
  return faults
}

const STEP_OF: Readonly<Record<string, Step>> = { countryCode: 'country', frontKey: 'photos', reverseKey: 'photos', handKey: 'selfie' }

/** The first step that one of the faulty fields belongs to. */
export function stepOfFaults(faults: Faults): Step {
  const steps = new Set(Object.keys(faults).map((field) => STEP_OF[field] ?? 'document'))
  return STEPS.find((step) => steps.has(step)) ?? 'review'
}

const RULES: ReadonlySet<string> = new Set(['required', 'format', 'enum', 'min', 'max', 'length'])

/** Faults in a refusal of the server. @param params of the refusal */
export function faultsIn(errorName: string, params: Readonly<Record<string, unknown>>): Faults {
  if (errorName === 'KYC_FILE_INVALID' && typeof params.field === 'string') return { [params.field]: 'file' }
  const issues = errorName === 'VALIDATION_FAILED' && Array.isArray(params.issues) ? (params.issues as unknown[]) : []
  return Object.fromEntries(
    issues.flatMap((issue) => {
      const { path, rule } = issue as { path?: unknown; rule?: unknown }
      return typeof path === 'string' && path !== '' ? [[path, typeof rule === 'string' && RULES.has(rule) ? rule : 'format']] : []
    }),
  )
}
