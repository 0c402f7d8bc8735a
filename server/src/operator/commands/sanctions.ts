/** Addresses that nobody may send to, and from which nothing is credited without a person. */
import { readSanctions, SANCTIONED_MOST, SANCTIONS, sanctionParts } from '../../wallet/request/sanctions.ts'
import { operatorCommand, refuse, savedDocument, TENANT_OWNER } from '../operator-command.ts'

export const sanctionsLoad = operatorCommand({
  name: 'sanctions load',
  summary: 'Replaces the list of sanctioned addresses: as OFAC publishes them, or one a line.',
  arguments: { list: 'the list; @sdn.csv reads it from a file' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given } = call
    const addresses = readSanctions(given.list)
    if (addresses.length === 0) refuse('there is no address in it')
    if (addresses.length > SANCTIONED_MOST)
      refuse(`there are ${addresses.length} addresses in it: more than ${SANCTIONED_MOST} are none of a list`)
    const before = new Set(tenant.wallet.sanctions.addresses)
    const parts = sanctionParts(addresses)
    const old = (await tenant.models.documents(TENANT_OWNER, SANCTIONS)).map(({ id }) => id)
    for (const [id, document] of parts) await savedDocument(call, { collection: SANCTIONS, id }, document)
    for (const id of old) if (!parts.has(id)) await savedDocument(call, { collection: SANCTIONS, id }, null)
    const added = addresses.filter((address) => !before.has(address)).length
    const gone = before.size - (addresses.length - added)
    return `${addresses.length} addresses, ${added} of them new, ${gone} gone, entry ${tenant.exchange.durableSeq}`
  },
})

export const sanctionsList = operatorCommand({
  name: 'sanctions list',
  summary: 'Lists the sanctioned addresses that are in force.',
  arguments: {},
  options: {},
  needsReason: false,
  run({ tenant }) {
    const addresses = [...tenant.wallet.sanctions.addresses]
    return Promise.resolve(addresses.length === 0 ? 'none' : addresses.join('\n'))
  },
})

export const SANCTION_COMMANDS = [sanctionsLoad, sanctionsList]
