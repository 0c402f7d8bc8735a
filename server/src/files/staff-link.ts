/** Links by which a member of staff opens a picture of somebody's document: sealed, for one picture, good for five minutes. */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { fileUrl } from '@agio/wire/content/files.ts'
import * as z from 'zod/mini'
import type { Vault } from '../vault/vault.ts'

const LINK_MS = 5 * 60_000
const PLACE = 'file-link'

const linkSchema = z.object({ userId: z.int(), key: z.string(), until: z.int(), actor: z.string() })

interface Parts {
  readonly vault: Pick<Vault, 'sealOwn' | 'openOwn'>
  readonly exchange: { now(): number }
}

/** @param userId the owner @returns path and query */
export function staffLink({ vault, exchange }: Parts, userId: UserId, key: string, actor: string): string {
  const link = { userId: Number(userId), key, until: exchange.now() + LINK_MS, actor }
  return `${fileUrl(key)}?link=${vault.sealOwn(PLACE, JSON.stringify(link))}`
}

/** Whose picture a link opens, and for whom; undefined for one that is forged, of another picture, or too old. */
export function ownerByLink(
  { vault, exchange }: Parts,
  key: string,
  link: string,
): { readonly userId: UserId; readonly actor: string } | undefined {
  try {
    const opened = z.parse(linkSchema, JSON.parse(vault.openOwn(PLACE, link)))
    return opened.key === key && opened.until >= exchange.now() ? { userId: asUserId(opened.userId), actor: opened.actor } : undefined
  } catch {
    return undefined
  }
}
