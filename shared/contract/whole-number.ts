/**
 * The range of whole numbers that JavaScript holds exactly, for `Type.Integer`.
 *
 * Beyond it, two numbers of a JSON text become one when it is read: an identifier would be somebody else's.
 */
export const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const
