/** What an error code says to an operator or a developer: when it comes, and what to do. The reference is made of these. */
export type CodeMeaning = readonly [when: string, remedy: string]
