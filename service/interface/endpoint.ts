/** The interfaces of the service, as the request log and the laboratory name them. */

/** Those that can be made to misbehave. */
export const ENDPOINTS = ['popups', 'news', 'attendance', 'session', 'media'] as const
export type Endpoint = (typeof ENDPOINTS)[number]

/** Also the web-app's entrance, which the simulator calls, and unknown addresses. */
export const LOGGED = [...ENDPOINTS, 'entrance', 'unknown'] as const
export type Logged = (typeof LOGGED)[number]
