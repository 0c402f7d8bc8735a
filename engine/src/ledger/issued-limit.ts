/** Minor units that were ever issued of an asset, by gifts, deposits and the house, stay below it: no balance and no sum of them leaves int64. */
export const ISSUED_LIMIT = 2n ** 62n
