/** `node prepare-keys.ts <folder of the signer> <folder of the exchange's keys>`: makes what is missing. */
import { prepareKeys } from './key-files.ts'

const [signerDir, exchangeDir] = process.argv.slice(2)
if (signerDir === undefined || exchangeDir === undefined) throw new Error('two folders are needed')
prepareKeys(signerDir, exchangeDir)
