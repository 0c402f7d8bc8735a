import { expect, it } from 'vitest'
import { percentOf } from './code-card.tsx'

it('INV-001 [part] the share is shown in percent, exactly and without ending zeros', () => {
  expect(['0.2', '0', '0.125', '0.5', '0.05', '0.0001', '1'].map(percentOf)).toEqual(['20%', '0%', '12.5%', '50%', '5%', '0.01%', '100%'])
})
