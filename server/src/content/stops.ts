/** What an operator stopped for everybody: opening accounts, and trading. The engine halts each pair by itself; documents of the house say since when, and what goes on with it. */
import type { JsonObject } from '@agio/engine/command.ts'
import * as z from 'zod/mini'
import { Failure } from '../core/failure.ts'
import type { LiveDocuments } from '../projections/live-documents.ts'

/** Ids in the collection `content`. */
export const REGISTRATION = 'stopOfRegistration'
export const TRADING = 'stopOfTrading'

const registrationSchema = z.object({ since: z.number() })
const tradingSchema = z.object({
  since: z.number(),
  /** Ids of pairs and contracts that were stopped by it, each with the status that it goes back to. */
  stopped: z.array(z.object({ instrumentId: z.number(), status: z.enum(['trading', 'cancelOnly', 'reduceOnly']) })),
  /** True when conversion was closed by it. */
  convert: z.boolean(),
})
/** What `halt all` left behind, and `resume all` lets go. */
export type StopOfTrading = z.output<typeof tradingSchema>

/** The names under which pages learn of it. */
export type StoppedPart = 'registration' | 'trading'

export class Stops {
  readonly #documents: LiveDocuments

  /** @param documents of the collection `content` */
  constructor(documents: LiveDocuments) {
    this.#documents = documents
  }

  /** When opening accounts was stopped, ms; undefined while it goes on. @throws Failure ENGINE_BUSY while nobody knows */
  get registration(): number | undefined {
    return read(registrationSchema, this.#documents.all.get(REGISTRATION))?.since
  }

  /** @throws Failure ENGINE_BUSY */
  get trading(): StopOfTrading | undefined {
    return read(tradingSchema, this.#documents.all.get(TRADING))
  }

  /** For pages, which say nothing while nobody knows. */
  get parts(): readonly StoppedPart[] {
    try {
      return [
        ...(this.registration === undefined ? [] : ['registration' as const]),
        ...(this.trading === undefined ? [] : ['trading' as const]),
      ]
    } catch (error) {
      if (error instanceof Failure) return []
      throw error
    }
  }

  stop(): void {
    this.#documents.stop()
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, document: JsonObject | undefined): z.output<Schema> | undefined {
  const parsed = document === undefined ? undefined : z.safeParse(schema, document)
  return parsed?.success === true ? parsed.data : undefined
}
