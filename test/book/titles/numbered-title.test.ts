import { describe, expect, it } from 'vitest';
import { joinNumbered } from '../../../src/book/titles/numbered-title.ts';

describe('a contents entry and a heading with the same number', () => {
  it.each([
    ['Chapter 1', '1', 'Chapter 1'],
    ['Chapitre I', 'I', 'Chapitre I'],
    ['Chapter 4', 'IV.', 'Chapter 4'],
    ['Глава 3', '3', 'Глава 3'],
    ['第三章', '三', '第三章'],
    ['Part II', 'II', 'Part II'],
    ['One', 'Chapter One', 'Chapter One'],
    ['2 The Storm', 'CHAPTER 2', 'CHAPTER 2: The Storm'],
    ['2. The Storm: A Tale', 'Chapter Two: The Storm', 'Chapter Two: The Storm: A Tale'],
    ['Chapter 4', '4. The Storm', 'Chapter 4: The Storm'],
    ['Kapitel 4', 'IV – Der Sturm', 'Kapitel 4: Der Sturm'],
    ['Chapter 4', 'CHAPTER FOUR. The Storm', 'CHAPTER FOUR. The Storm'],
    ['Chapter 1: Creators', 'CHAPTER ONE. Creators', 'Chapter 1: Creators'],
  ])('make one title: %s and %s', (label, heading, title) => {
    expect(joinNumbered(label, heading)).toBe(title);
  });

  it.each([
    ['Chapter 1', '2'],
    ['2', 'Part Two'],
    ['2. The Storm', 'Part Two'],
    ['Chapter 12', '12 May 1888'],
    ['Chapter 1', 'One Day in June'],
    ['Chapter 1', 'I Remember'],
    ['Chapter 1', '1.2 Methods'],
    ['2. The Storm', 'Chapter 2: The Calm'],
    ['The Storm', 'The Storm'],
  ])('do not when they count or say something else: %s and %s', (label, heading) => {
    expect(joinNumbered(label, heading)).toBeUndefined();
  });
});
