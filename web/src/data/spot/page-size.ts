/** Rows of a page of a list, for whoever reads one without knowing what trading knows. */
export const PAGE_SIZE = 50
