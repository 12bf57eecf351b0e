const gapSeconds = 0.14;
const lengthSeconds = 0.28;

/**
 * Plays short tones of these frequencies (hertz), one after the other, quiet enough for an office. Does nothing before
 * the page's first click or key press, when browsers allow no sound, and if a policy of the page forbids it.
 */
export function playTones(frequencies: readonly number[]): void {
  // Older browsers don't report this; they stay silent by themselves.
  const hasGesture = 'userActivation' in navigator ? navigator.userActivation.hasBeenActive : true;
  if (!hasGesture) return;
  try {
    const audio = new AudioContext();
    for (const [at, frequency] of frequencies.entries()) {
      const start = audio.currentTime + at * gapSeconds;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = frequency;
      // A tone that starts or ends at full volume clicks.
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + lengthSeconds);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + lengthSeconds);
    }
    setTimeout(() => void audio.close(), (frequencies.length * gapSeconds + lengthSeconds) * 1_000 + 200);
  } catch {
    // No sound device, or too many sounds.
  }
}
