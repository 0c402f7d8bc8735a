import { portSuite } from '../suite/port-suite.ts'
import { ANVIL_POWERS, openAnvilWorld } from './testing/anvil-world.ts'

portSuite('an EVM chain on anvil', ANVIL_POWERS, openAnvilWorld)
