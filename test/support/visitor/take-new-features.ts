export function takeNewFeatures(): void {}
