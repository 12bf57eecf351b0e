/** Two short tones, a third apart; quiet enough for an office. Silent if the browser doesn't allow sound yet. */
export function playChime(): void {
  const context = new AudioContext();
  const tones = [660, 830];
  tones.forEach((frequency, at) => {
    const start = context.currentTime + at * 0.16;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
  setTimeout(() => void context.close(), 1_000);
}
