/** What TypeScript may call. Addresses as in `engine/generated/map.ts`. */
export { applyEntries } from './apply'
export { changeShown, joinQueue, leaveQueue, reportLevels } from './book/queue'
export { makeLadder } from './book/ladder'
export { closePlain, openPlain } from './book/plain-book'
export { ladderInsert } from './book/ladder'
export { convertedToday } from './convert/accept-quote'
export { checkBounds } from './convert/bounds'
export { joinConversions, partConversions } from './convert/person'
export { wideningOf } from './convert/slip'
export { noteFunding, openLoss, reckon, tellInventory, tellValue, valueOf, valueStock } from './convert/stock'
export { hangTaker, takenOf } from './convert/takes'
export { watchStock } from './convert/watch'
export { clearDue, findDue, hangDue, setDue } from './due/queue'
export { noteBehind } from './due/run'
export { freshOfUser, usedOfPool } from './earn/commands'
export { interestOf, rest } from './earn/interest'
export { givenBackOf, heldOf } from './earn/order'
export { leftOf, mostOf, noteQuota, openProduct, openRate, rateOn, reachProduct, setStatus as setProductStatus } from './earn/product'
export { out } from './events/out'
export { refreshAnswers } from './events/write-outcome'
export { openIndex, reachIndex, settleIndex } from './index/asset-index'
export { findAccount, openAccount, openHouseAccount } from './ledger/account'
export { payDebt, takeBack } from './ledger/debt'
export { post, postHouse } from './ledger/posting'
export { lookAtBand } from './market/band'
export { findDesk } from './market/desk'
export { levelOf, rateOf, setAllLevels, setLevel, skipDay, volumeOf } from './market/fee-schedule'
export { referencePrice } from './market/reference-price'
export { followPair, worthOf } from './market/index-price'
export { beginReference, meanOfDay } from './market/moved-reference'
export { beginContract, openContract } from './perp/define'
export { bankruptcyPriceOf, liquidationPriceOf } from './perp/position/bankruptcy'
export { contractValue, maintenanceOfValue, tierOf } from './perp/contract'
export { freeOf, movableOf, ownOf, transferableOf } from './perp/position/cross'
export { scoreOf } from './perp/risk/deleverage'
export { hangPosition, rewatch } from './perp/risk/hang'
export { fundInsurance } from './perp/risk/insurance'
export { settleContract } from './perp/risk/settlement'
export { closableOf } from './perp/orders/legs'
export { removableOf } from './perp/position/margin'
export { isOpen } from './perp/mark/mark'
export { initialOf, maintenanceOf, profitAt } from './perp/position/position'
export {
  previewAverage,
  previewBankruptcy,
  previewCloseFee,
  previewContractOrder,
  previewCost,
  previewInitial,
  previewLiquidation,
  previewMost,
  previewOpenFee,
  previewRatio,
  previewTier,
} from './perp/orders/preview'
export { needCloseFee, needInitial, needOfOpening, needOpenFee, needOpenLoss } from './perp/orders/need'
export { fundingEstimate } from './perp/mark/rate'
export { crossInitialOf, crossMaintenanceOf, crossProfitOf } from './perp/position/sums'
export { setStatus } from './market/status'
export { affordableLots } from './money/exact'
export { mulDivCeil, mulDivFloor } from './money/wide'
export { resume, stopWork } from './orders/auction'
export { amendRow } from './orders/amend-order'
export { endAll } from './orders/cancel-order'
export { orderOfKey, orderOfOrigin } from './orders/find-order'
export { lateReason } from './orders/late'
export { findOrder } from './orders/order-index'
export { checkUser } from './orders/checks'
export { checkEntry } from './orders/place-order'
export { holds } from './rules'
export { reachBlock, settleNetwork, unbookAbove } from './wallet/blocks'
export { crowdAt, isInCrowd, joinCrowd, leaveCrowd } from './wallet/crowd'
export {
  bookDeposit,
  creditByHand,
  detectAgain,
  findDeposit,
  hangDeposit,
  isBooked,
  keepDeposit,
  openDeposit,
  setDeposit,
  vanish,
} from './wallet/deposit'
export { addDust, heldAt, hold } from './wallet/holding'
export { openListing, openNetwork } from './wallet/network'
export { dropPayment, minePayment, openPayment, paymentOf, payWith, signPayment, tellBegun } from './wallet/payment'
export { checkWithdrawal, feeOf, lacksPrice, limitValueOf, withdrawableOf } from './wallet/request'
export { countAddresses, findWallet, hangWallet, openAddress, openWallet } from './wallet/wallet'
export { approve, endUnpaid, openWithdrawal, setWithdrawal, stopExpiry, usedSince, withdrawalOf } from './wallet/withdrawal'
export { findKey } from './user/keys'
export { hashKey } from './user/key-buckets'
export { isRepeated, orderIdOfKey } from './user/keys'
export { makeBuckets } from './user/key-buckets'
export { boundOf, boundUntil, edgeOf, fairPrice } from './user/bound'
export { addUser, checkStanding } from './user/user'
