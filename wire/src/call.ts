/** The form of one HTTP call: path, who may call it, schemas. Server routes, the browser's client and the OpenAPI page all read the same value. */
import type { Command } from '@agio/engine/command.ts'
import * as z from 'zod/mini'

/** visitor: anyone. optional: anyone, a valid token adds user data. user: a session. */
export type Access = 'visitor' | 'optional' | 'user' | 'secondFactor'

/** `trade` is spot, `futures` contracts. */
export type ApiPermission = 'read' | 'trade' | 'futures' | 'withdraw'

/** A part of the product that the operator may switch off. */
export type Feature = 'financial' | 'flashConvert' | 'contract' | 'invite'

export type Service = 'home-web' | 'inform-web' | 'auth' | 'user-web' | 'oss' | 'assets-web'

export interface CallSpec<Request extends z.ZodMiniType, Response extends z.ZodMiniType> {
  readonly method: 'GET' | 'POST'
  /** Full path, with `:name` places: `/api/home-web/v1/menu/selectHomeMenuJson/:lang`. */
  readonly path: string
  readonly access: Access
  /** Path places, query and body merged into one object: the handler and the client see one request value. */
  readonly request: Request
  /** Which request fields travel in the query of a POST call. A GET call's all do. */
  readonly query?: readonly string[]
  readonly response: Response
  /**
   * Carries the sealed security payload (wire 1.7). 'optional': it may, and a device that the account knows is then counted apart.
   * 'digest': of it only `uaTime` and `securityInfo`, which have to be those of the session's last sealed report; it may carry a new one.
   */
  readonly sealed?: boolean | 'optional' | 'digest'
  /** The field of the request that holds its idempotency key (wire 1.6): a known key gets the first answer, whatever was closed since. */
  readonly key?: 'clientId' | 'clientOrderId' | 'newClientId'
  /** The engine's command that a call with a key gives. */
  readonly command?: Command['kind']
  /** Answers FEATURE_OFF while the tenant's switch of this feature is off. */
  readonly feature?: Feature
  /** Unknown fields are refused. Said only where nothing else about the call says so: see `isStrict`. */
  readonly strict?: boolean
  /** The body is one file, as `multipart/form-data` with the part `file`; the request's other fields travel in the query. */
  readonly upload?: boolean
  /** The answer's body is made while it is sent. */
  readonly streams?: boolean
  /** Counts against the order bucket: once, or as often as the fields of the body say, whatever they are. */
  readonly orderBucket?: true | ((fields: Readonly<Record<string, unknown>>) => number)
  /** Takes orders away: a user's own limits and bans do not hold it up. */
  readonly cancels?: boolean
  /** Answers the machine itself alone; to anybody else there is no such path. */
  readonly local?: boolean
  /** Counts against the login bucket. */
  readonly authBucket?: boolean
  /** Also callable with an API key that has this permission. */
  readonly apiKey?: ApiPermission
  /**
   * Weight in the per-address and per-user buckets; default 1. Where it depends on what is asked for: of the fields of the body, of a GET
   * those of the query, as they came and whatever they are. Without any it is the least.
   */
  readonly weight?: number | ((fields: Readonly<Record<string, unknown>>) => number)
  /** Wire names of the errors particular to the call. */
  readonly errors: readonly string[]
  /** One sentence for the OpenAPI page. */
  readonly summary: string
}

type Strictness = Pick<CallSpec<z.ZodMiniType, z.ZodMiniType>, 'sealed' | 'apiKey' | 'strict'>

/** What moves money or decides who may: sealed calls, and those that trade or withdraw for an API key. A field it does not know means something. */
const isStrict = ({ sealed = false, apiKey, strict = false }: Strictness): boolean =>
  strict || sealed !== false || (apiKey !== undefined && apiKey !== 'read')

const isObject = (schema: z.ZodMiniType): schema is z.ZodMiniObject => schema._zod.def.type === 'object'

/** The same schema, with fields that it does not name refused. */
const exact = <Schema extends z.ZodMiniType>(schema: Schema): Schema =>
  isObject(schema) ? (z.catchall(schema, z.never()) as z.ZodMiniType as Schema) : schema

/* @__NO_SIDE_EFFECTS__ */
export function call<Request extends z.ZodMiniType, Response extends z.ZodMiniType, const Path extends string>(
  spec: CallSpec<Request, Response> & { readonly path: Path },
): CallSpec<Request, Response> & { readonly path: Path } {
  return Object.freeze(isStrict(spec) ? { ...spec, strict: true, request: exact(spec.request) } : spec)
}

export type RequestOf<Call> = Call extends CallSpec<infer Request, z.ZodMiniType> ? z.output<Request> : never
export type ResponseOf<Call> = Call extends CallSpec<z.ZodMiniType, infer Response> ? z.output<Response> : never
/** What a caller writes: before defaults, trimming and the like. */
export type RequestInput<Call> = Call extends CallSpec<infer Request, z.ZodMiniType> ? z.input<Request> : never
