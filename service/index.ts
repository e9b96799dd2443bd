/** `schoolbell/service`: the reference service, for tests, demos and development against the interface. */
export type { NewsDraft, StoredNews } from './content/news.ts'
export type { PopupBoard, StoredPopup } from './content/popups.ts'
export type { IssuedSession, ServiceHandles } from './handles.ts'
export { ServiceOptionError, type ServiceOptions } from './options.ts'
export type { AppSettings } from './school/school.ts'
export { Seed } from './seed.ts'
export { SeedError } from './seeding/seed-error.ts'
export { createService, SampleCredentialsError, type Service, type ServiceAddresses } from './service.ts'
