import { describe, expect, test } from 'vitest'
import { orderEntries, userEntries, walletEntries } from '../../app/header/account-model.ts'
import { activeEntry, badgeText, footerOf, footerWithout, menuOf, openFeatures, splitMenu, withoutPaths } from './menu-model.ts'

const item = (menuName: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id: menuName,
  menuName,
  menuViceName: 'second',
  menuDescription: 'about',
  typeId: 2,
  accessPath: `/${menuName}`,
  displayStatus: 1,
  iconUrlDay: '/day.svg',
  iconUrlNight: '/night.svg',
  children: [],
  ...more,
})
const names = (list: readonly { readonly name: string }[]) => list.map((entry) => entry.name)
const all = { earn: true, convert: true, contract: true, invite: true }
const none = { earn: false, convert: false, contract: false, invite: false }

describe('configured menus', () => {
  test('SHELL-004 SHELL-005 ten stand in the row, the rest under More', () => {
    const { row, more } = splitMenu(Array.from({ length: 14 }, (_, index) => index))
    expect(row).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(more).toEqual([10, 11, 12, 13])
    expect(splitMenu([1, 2, 3], 2)).toEqual({ row: [1, 2], more: [3] })
  })

  test('SHELL-006 a hidden entry goes with its children', () => {
    expect(names(menuOf([item('a'), item('b', { displayStatus: 0, children: [item('c')] })]))).toEqual(['a'])
  })

  test('SHELL-007 an entry without a name is dropped, group or item', () => {
    expect(names(menuOf([item(''), item('  ', { typeId: 1, children: [item('x')] }), item('b')]))).toEqual(['b'])
  })

  test('SHELL-008 a group without a path stays only while something below it is shown', () => {
    const group = (children: readonly unknown[]) => item('g', { typeId: 1, accessPath: null, children })
    expect(names(menuOf([group([item('x')])]))).toEqual(['g'])
    expect(menuOf([group([item('x', { displayStatus: 0 }), item(' ')])])).toEqual([])
    expect(names(menuOf([item('g', { typeId: 1, children: [] })]))).toEqual(['g'])
  })

  test('SHELL-009 [part] an entry carries both names, description and both icons', () => {
    expect(menuOf([item('a')])[0]).toMatchObject({
      name: 'a',
      secondName: 'second',
      description: 'about',
      iconDay: '/day.svg',
      iconNight: '/night.svg',
    })
  })

  test('SHELL-036 footer entries are shown only with show 1', () => {
    const link = (bottomName: string, show?: number, children: readonly unknown[] = []) => ({
      bottomName,
      accessPath: '/x',
      show,
      children,
    })
    const footer = footerOf([link('a', 1, [link('b', 1), link('c', 0), link('d')]), link('e', 0)])
    expect(footer).toEqual([{ name: 'a', target: '/x', children: [{ name: 'b', target: '/x', children: [] }] }])
  })

  test('ROUTE-014 [part] forbidden paths are in no menu', () => {
    const menu = menuOf([item('invite'), item('g', { typeId: 1, accessPath: null, children: [item('invite')] }), item('a')])
    expect(names(withoutPaths(menu, ['/invite']))).toEqual(['a'])
    const written = menuOf([item('q', { accessPath: '/invite?from=menu' }), item('s', { accessPath: '/invite/' }), item('a')])
    expect(names(withoutPaths(written, ['/invite']))).toEqual(['a'])
    const tree = footerOf([
      { bottomName: 'Only', accessPath: null, show: 1, children: [{ bottomName: 'In', accessPath: '/invite', show: 1, children: [] }] },
      { bottomName: 'Kept', accessPath: '/Notice', show: 1, children: [] },
    ])
    expect(footerWithout(tree, ['/invite']).map(({ name }) => name)).toEqual(['Kept'])
  })

  test('the entry of the present address is the one that asks for most of it', () => {
    const menu = menuOf([
      item('spot', { accessPath: '/trade?type=spot&symbol=BTC_USDT' }),
      item('contracts', { accessPath: '/trade' }),
      item('markets', { accessPath: '/marketData' }),
    ])
    expect(activeEntry(menu, '/trade', '?type=spot&symbol=ETH_USDT')?.name).toBe('spot')
    expect(activeEntry(menu, '/trade', '')?.name).toBe('contracts')
    expect(activeEntry(menu, '/marketData', '?x=1')?.name).toBe('markets')
    expect(activeEntry(menu, '/login', '')).toBeUndefined()
    const seeded = menuOf([item('contracts', { accessPath: '/trade' }), item('spot', { accessPath: '/spotTrade' })])
    expect(activeEntry(seeded, '/trade', '?type=spot&symbol=ETH_USDT')?.name).toBe('spot')
    expect(activeEntry(seeded, '/trade', '')?.name).toBe('contracts')
  })

  test('menus of any other shape are no menus', () => {
    for (const odd of [undefined, null, 'text', { list: [] }, [null, 3]]) expect(menuOf(odd)).toEqual([])
  })
})

describe('account menus', () => {
  const keys = (entries: readonly { readonly key: string }[]) => entries.map((entry) => entry.key)

  test('SHELL-012 the wallet menu follows two switches', () => {
    expect(keys(walletEntries(none))).toEqual(['spotAssets'])
    expect(keys(walletEntries({ ...none, earn: true }))).toEqual(['spotAssets', 'earnAssets'])
    expect(keys(walletEntries({ ...none, contract: true }))).toEqual(['spotAssets', 'contractAssets'])
    expect(keys(walletEntries(all))).toEqual(['spotAssets', 'earnAssets', 'contractAssets'])
  })

  test('SHELL-013 the orders menu always has spot orders and bills, and each other list by its own switch', () => {
    expect(keys(orderEntries(none))).toEqual(['spotOrders', 'bills'])
    expect(keys(orderEntries({ ...none, convert: true }))).toEqual(['spotOrders', 'convertOrders', 'bills'])
    expect(keys(orderEntries({ ...none, earn: true }))).toEqual(['spotOrders', 'earnOrders', 'bills'])
    expect(keys(orderEntries({ ...none, contract: true }))).toEqual(['spotOrders', 'contractOrders', 'bills'])
    expect(keys(orderEntries(all))).toEqual(['spotOrders', 'convertOrders', 'earnOrders', 'contractOrders', 'bills'])
  })

  test('SHELL-014 the user menu in its order, invite by its switch', () => {
    expect(userEntries(all).map((entry) => entry.to)).toEqual([
      '/userCenter',
      '/userCenter/safeCenter',
      '/userCenter/identity',
      '/invite',
      '/userCenter/userSettings',
      undefined,
    ])
    expect(keys(userEntries(none))).not.toContain('invite')
  })

  test('TEN-007 [part] a switch outside its table is closed', () => {
    expect(openFeatures({ financialSwitch: 0, flashConvertSwitch: 2, contractSwitch: false, inviteSwitch: 7 })).toEqual(none)
    expect(openFeatures({ financialSwitch: 1, flashConvertSwitch: 1, contractSwitch: true, inviteSwitch: 1 })).toEqual(all)
  })

  test('SHELL-016 the badge', () => {
    expect([0, 1, 99, 100, 4000].map(badgeText)).toEqual(['', '1', '99', '99+', '99+'])
  })
})
