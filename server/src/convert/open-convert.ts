/** Conversion of one tenant, as its calls need it. */
import type { Log } from '../core/log.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { Converter } from './converter.ts'
import { LiveSettings } from './live-settings.ts'

export interface ConvertOptions {
  readonly exchange: Exchange
  readonly models: Pick<ReadModels, 'reached' | 'documents'>
  readonly feeds: Pick<Feeds, 'listings' | 'onIndex'>
  readonly log: Log
}

export interface Convert {
  readonly converter: Converter
  readonly settings: LiveSettings
  stop(): void
}

export function openConvert({ exchange, models, feeds, log }: ConvertOptions): Convert {
  const settings = new LiveSettings({ exchange, models, log })
  const converter = new Converter({ exchange, feeds, settings })
  return {
    converter,
    settings,
    stop() {
      settings.stop()
      converter.stop()
    },
  }
}
