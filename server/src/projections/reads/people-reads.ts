/** Users and documents, for the parts of the server that know what is in them. */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { Selectable } from 'kysely'
import type { DocumentVersion, UserRow } from '../port.ts'
import type { UsersTable } from '../store/tables.ts'
import { int, type TenantReader } from './reader.ts'

const USERS_A_READ = 500

/** Every user, by id, in small reads. */
export async function* allUsers(reader: TenantReader): AsyncGenerator<UserRow> {
  for (let last = '0'; ; ) {
    const rows = await reader.db
      .selectFrom('users')
      .selectAll()
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(USERS_A_READ)
      .execute()
    yield* rows.map(userOf)
    const end = rows.at(-1)
    if (end === undefined || rows.length < USERS_A_READ) return
    last = end.user_id
  }
}

export async function findUser(reader: TenantReader, userId: UserId): Promise<UserRow | undefined> {
  const row = await reader.db.selectFrom('users').selectAll().where('user_id', '=', String(userId)).executeTakeFirst()
  return row === undefined ? undefined : userOf(row)
}

/** Id order, by code point on every database. */
export async function listDocuments(
  reader: TenantReader,
  userId: UserId,
  collection: string,
): Promise<readonly { readonly id: string; readonly document: JsonObject; readonly savedAt: number }[]> {
  const rows = await reader.db
    .selectFrom('documents')
    .select(['document_id', 'document', 'saved_at'])
    .where('user_id', '=', String(userId))
    .where('collection', '=', collection)
    .execute()
  return rows
    .map((row) => ({ id: row.document_id, document: JSON.parse(row.document) as JsonObject, savedAt: int(row.saved_at) }))
    .sort((left, right) => (left.id < right.id ? -1 : 1))
}

export async function listDocumentVersions(reader: TenantReader, collection: string, id: string): Promise<readonly DocumentVersion[]> {
  const rows = await reader.db
    .selectFrom('document_versions')
    .select(['seq', 'document', 'saved_at', 'actor'])
    .where('collection', '=', collection)
    .where('document_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row, index) => ({
    version: index + 1,
    seq: int(row.seq),
    document: JSON.parse(row.document) as JsonObject | null,
    savedAt: int(row.saved_at),
    actor: row.actor,
  }))
}

function userOf(row: Selectable<UsersTable>): UserRow {
  return {
    userId: asUserId(int(row.user_id)),
    accountKey: row.account_key,
    role: row.role as UserRow['role'],
    createdAt: int(row.created_at),
    document: JSON.parse(row.document) as JsonObject,
  }
}
