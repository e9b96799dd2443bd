<?php
/**
 * News from the agent, or the last news that it gave.
 *
 * A page waits for the agent at most once a minute and shows stored news for a day while the agent does not answer. The
 * newest list and existing entries are stored; addresses that anybody can make up are not.
 */

defined( 'ABSPATH' ) || exit;

/** Seconds: until news is requested again, until an agent without an answer is, and how long old news may be shown. */
const SCHOOLBELL_FRESH = 60;
const SCHOOLBELL_RETRY = 20;
const SCHOOLBELL_STALE = DAY_IN_SECONDS;

/** Changes with the shape of what is stored. */
const SCHOOLBELL_STORED = 'schoolbell_2_';

const SCHOOLBELL_UNAVAILABLE = array(
	'state' => 'unavailable',
	'items' => array(),
	'next'  => null,
);

/**
 * @param array $stream site and lang.
 * @param array $query  limit, limit and cursor, or newsId.
 * @return array state (found, missing, withdrawn or unavailable), items, and next, the cursor of the next page.
 */
function schoolbell_ask( $stream, $query ) {
	static $answers = array();
	$url            = schoolbell_news_url( $stream, $query );
	// The page's status, head and body ask for the same.
	$answers[ $url ] = $answers[ $url ] ?? schoolbell_ask_once( $url, $stream, $query );
	return $answers[ $url ];
}

function schoolbell_ask_once( $url, $stream, $query ) {
	$key    = SCHOOLBELL_STORED . md5( $url );
	$pause  = SCHOOLBELL_STORED . 'pause_' . md5( schoolbell_setting( 'agent' ) . wp_json_encode( $stream ) );
	$stored = isset( $query['cursor'] ) ? false : get_transient( $key );
	$last   = is_array( $stored ) ? $stored['answer'] : SCHOOLBELL_UNAVAILABLE;
	$wait   = is_array( $stored ) ? $stored['ask_at'] - time() : 0;
	// A longer wait is from a clock that was set back since.
	if ( ( $wait > 0 && $wait <= SCHOOLBELL_FRESH ) || get_transient( $pause ) ) {
		return $last;
	}
	if ( $stored ) {
		// Before the request: other visitors use the stored news meanwhile.
		schoolbell_store( $key, $last, SCHOOLBELL_RETRY, $stored['good_until'] );
	}
	$answer = schoolbell_request( $url, $stream['lang'], $query );
	if ( 'down' === $answer['state'] ) {
		// The next visitors do not wait for an agent that does not answer.
		set_transient( $pause, 1, SCHOOLBELL_RETRY );
		return $last;
	}
	if ( 'unavailable' === $answer['state'] ) {
		return $last;
	}
	if ( 'missing' === $answer['state'] || 'withdrawn' === $answer['state'] ) {
		if ( $stored ) {
			delete_transient( $key );
		}
	} elseif ( ! isset( $query['cursor'] ) ) {
		schoolbell_store( $key, $answer, SCHOOLBELL_FRESH, time() + SCHOOLBELL_STALE );
	}
	return $answer;
}

/** @return array As schoolbell_ask, and the state `down`: no answer, or one that says to try again later. */
function schoolbell_request( $url, $lang, $query ) {
	$response = schoolbell_get( $url );
	$status   = (int) wp_remote_retrieve_response_code( $response );
	$is_whole = isset( $query['newsId'] );
	// The newest list is always a good question; what a visitor's address adds may be a bad one.
	$is_asked_for = $is_whole || isset( $query['cursor'] );
	if ( $is_asked_for && $status >= 400 && $status < 500 && 429 !== $status ) {
		return array( 'state' => 'missing' ) + SCHOOLBELL_UNAVAILABLE;
	}
	if ( 200 !== $status ) {
		return array( 'state' => $status >= 400 && $status < 500 ? 'unavailable' : 'down' ) + SCHOOLBELL_UNAVAILABLE;
	}
	$body = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( ! is_array( $body ) || ! isset( $body['items'] ) || ! is_array( $body['items'] ) ) {
		return SCHOOLBELL_UNAVAILABLE;
	}
	$items = array();
	foreach ( $body['items'] as $item ) {
		$items[] = schoolbell_read_item( $item, $lang, $is_whole );
	}
	$items = array_values( array_filter( $items ) );
	if ( ! $items && ! empty( $body['withdrawn'] ) ) {
		return array( 'state' => 'withdrawn' ) + SCHOOLBELL_UNAVAILABLE;
	}
	return array(
		'state' => $items || ! $is_asked_for ? 'found' : 'missing',
		'items' => $items,
		'next'  => isset( $body['next'] ) && is_string( $body['next'] ) ? $body['next'] : null,
	);
}

function schoolbell_news_url( $stream, $query ) {
	$asked = array(
		'siteId' => $stream['site'],
		'lang'   => $stream['lang'],
	);
	// add_query_arg encodes nothing.
	return schoolbell_setting( 'agent' ) . '/v1/news?' . http_build_query( $asked + $query, '', '&', PHP_QUERY_RFC3986 );
}

function schoolbell_get( $url ) {
	return wp_remote_get(
		$url,
		array(
			'timeout'             => 3,
			'redirection'         => 0,
			'limit_response_size' => 4 * MB_IN_BYTES,
			'headers'             => array(
				'Accept'          => 'application/json',
				// The limit is for what arrives, and says nothing about what it unpacks to.
				'Accept-Encoding' => 'identity',
			),
			'decompress'          => false,
		)
	);
}

function schoolbell_store( $key, $answer, $seconds, $good_until ) {
	$stored = array(
		'answer'     => $answer,
		'ask_at'     => time() + $seconds,
		'good_until' => $good_until,
	);
	set_transient( $key, $stored, max( 1, $good_until - time() ) );
}
