/** Memory for what is tried out before anything happens: the end of the records' room. */
import { LEVELS_SPACE, RECORDS, RECORDS_SPACE } from '../constants/map'

/** A trial is over before the next one begins, and nothing of it is kept. */
export const SCRATCH: usize = RECORDS + RECORDS_SPACE - LEVELS_SPACE
