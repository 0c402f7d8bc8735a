/** Every operator command, in the order in which help lists them. A new one is a file in commands/ and a line here. */
import { freeze, unfreeze } from './commands/accounts.ts'
import { breaker } from './commands/breaker.ts'
import { clockAccept, clockShow } from './commands/clock.ts'
import { COIN_COMMANDS } from './commands/coins.ts'
import { contractsApprove, contractsChanges, contractsDrop } from './commands/contract-changes.ts'
import { contractsDefine } from './commands/contract-define.ts'
import { contractsRisk } from './commands/contract-risk-list.ts'
import { contractsSettle, contractsSettleApprove } from './commands/contract-settle.ts'
import { contractsTerms, contractsTiers } from './commands/contract-terms.ts'
import { CONTRACT_STATUS_COMMANDS, contractsList, contractsShow } from './commands/contracts.ts'
import { convertClose, convertDays, convertLimit, convertOpen, convertShow, convertSpread } from './commands/convert.ts'
import { convertRules } from './commands/convert-rules.ts'
import { DEPOSIT_COMMANDS } from './commands/deposits.ts'
import { dueList, dueSkip } from './commands/due.ts'
import { firedBound } from './commands/fired-bound.ts'
import { indexSources, indexWeight } from './commands/index-sources.ts'
import { INFORM_COMMANDS } from './commands/inform.ts'
import { insurance, insuranceDeposit, insuranceWithdraw } from './commands/insurance.ts'
import { inventoryFund, inventoryLimit, inventoryShow } from './commands/inventory.ts'
import { inviteRate } from './commands/invite.ts'
import { kvGet, kvHistory, kvList, kvRollback, kvSet, kvUnset } from './commands/key-values.ts'
import { halt, resume, snapshot } from './commands/markets.ts'
import { NETWORK_COMMANDS } from './commands/networks.ts'
import { PERSON_COMMANDS } from './commands/persons.ts'
import { PRODUCT_COMMANDS } from './commands/products.ts'
import { reconcile, reconcileClear } from './commands/reconcile.ts'
import { REGISTRATION_COMMANDS } from './commands/registration.ts'
import { reservesPublish, reservesShow } from './commands/reserves.ts'
import { SANCTION_COMMANDS } from './commands/sanctions.ts'
import { siteGet, siteHistory, siteRollback, siteSet } from './commands/site.ts'
import { textHistory, textRollback, textSet } from './commands/texts.ts'
import { treasury, treasuryFund, treasuryMove } from './commands/treasury.ts'
import { kycApprove, kycList, kycReject, kycRevoke, kycShow } from './commands/verifications.ts'
import { WITHDRAWAL_COMMANDS } from './commands/withdrawals.ts'
import type { OperatorCommand } from './operator-command.ts'

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  freeze,
  unfreeze,
  ...PERSON_COMMANDS,
  halt,
  resume,
  breaker,
  firedBound,
  contractsList,
  contractsShow,
  contractsDefine,
  ...CONTRACT_STATUS_COMMANDS,
  contractsTerms,
  contractsTiers,
  contractsChanges,
  contractsApprove,
  contractsDrop,
  contractsSettle,
  contractsSettleApprove,
  contractsRisk,
  insurance,
  insuranceDeposit,
  insuranceWithdraw,
  convertShow,
  convertDays,
  convertLimit,
  convertSpread,
  convertRules,
  convertClose,
  convertOpen,
  inventoryShow,
  inventoryFund,
  inventoryLimit,
  ...REGISTRATION_COMMANDS,
  ...PRODUCT_COMMANDS,
  ...WITHDRAWAL_COMMANDS,
  ...DEPOSIT_COMMANDS,
  ...COIN_COMMANDS,
  ...NETWORK_COMMANDS,
  ...SANCTION_COMMANDS,
  indexSources,
  indexWeight,
  kvList,
  kvGet,
  kvSet,
  kvUnset,
  kvHistory,
  kvRollback,
  siteGet,
  siteSet,
  siteHistory,
  siteRollback,
  textSet,
  textHistory,
  textRollback,
  inviteRate,
  reconcile,
  reconcileClear,
  treasury,
  treasuryMove,
  treasuryFund,
  reservesPublish,
  reservesShow,
  kycList,
  kycShow,
  kycApprove,
  kycReject,
  kycRevoke,
  snapshot,
  clockShow,
  clockAccept,
  dueList,
  dueSkip,
  ...INFORM_COMMANDS,
]
